// Thoughts: the record of a character's thoughts as a timeline that folds.

import { t } from "/texts.js";
import { make, button, table } from "/dom.js";

const KINDS = {
  heard: t("thought.heard"),
  begun: t("thought.begun"),
  recalled: t("thought.recalled"),
  read: t("thought.read"),
  asked: t("thought.asked"),
  replied: t("thought.replied"),
  judged: t("thought.judged"),
  refused: t("thought.refused"),
  done: t("thought.done"),
  noted: t("thought.noted"),
  ended: t("thought.ended"),
  failed: t("thought.failed"),
  remark: t("thought.remark"),
};

// What stands in the words of an entry before the matter, and by its kind already.
const SAID = { begun: /^begins: /u, recalled: /^(comes to mind|recalls): ?/u, ended: /^ends: /u, remark: /^remark: /u, replied: /^(model answered|script answers): /u };

export function thoughts({ name, thoughts: all, changes, passed, private: secret }) {
  const newest = [...all].reverse();
  const nodes = newest.map((it, n) => thought(it, n === 0));
  const fold = (open) => () => nodes.forEach((it) => { it.open = open; });
  const part = (title, entries) => (entries.length ? [make("details", { className: "thought" }, make("summary", { textContent: title }), timeline([...entries].reverse()))] : []);
  return [
    ...(secret ? [make("p", { className: "refusal", textContent: t("why.is-private") })] : []),
    ...(nodes.length ? [make("p", { className: "acts" }, button(t("why.unfold"), fold(true)), button(t("why.fold"), fold(false)))] : [make("p", { textContent: t("why.nothing", { name }) })]),
    ...nodes, ...part(t("why.passed"), passed), ...part(t("why.changes"), changes),
  ];
}

function thought({ at, entries }, open) {
  const [begun] = entries;
  const last = entries.at(-1);
  const ended = last?.kind === "ended" ? matter(last).split(" after ")[0] : t("why.goes-on");
  const took = last?.more?.took;
  const summary = make("summary", {},
    make("time", { textContent: at }), " ", make("span", { className: "what", textContent: begun ? occasion(begun) : "" }), " ",
    make("span", { className: "tag", textContent: took === undefined ? ended : t("why.took", { ended, time: took.toLocaleString("en") }) }));
  return make("details", { className: "thought", open }, summary, timeline(entries));
}

// What set a thought off, without the rule by which it did.
function occasion(begun) {
  const words = matter(begun);
  const rule = words.lastIndexOf("; rule: ");
  return rule < 0 ? words : words.slice(0, rule);
}

function timeline(entries) { return make("ol", { className: "timeline" }, ...entries.map(entry)); }

function entry(it) {
  const { at, kind, more } = it;
  const node = make("li", { className: `k-${kind}` },
    make("time", { textContent: at }), make("strong", { textContent: KINDS[kind] ?? kind }), ...(kind === "asked" && more ? question(it) : [make("p", { textContent: matter(it) })]));
  return node;
}

function matter({ kind, words }) { return SAID[kind] ? words.replace(SAID[kind], "") : words; }

// The record of a question, by its parts.
function question({ words, more: { parts, tokens, tools, lines, memories } }) {
  const whole = parts.reduce((sum, it) => sum + it.bytes, 0) || 1;
  const rows = parts.map(({ name, pieces, bytes }) => [name, String(pieces), bytes.toLocaleString("en"), share(bytes / whole)]);
  return [
    make("p", { textContent: t("why.tokens", { tokens: tokens.toLocaleString("en"), lines, memories }) }),
    make("details", { className: "parts" },
      make("summary", { textContent: t("why.by-parts") }),
      table(t("why.parts"), [t("why.part"), t("why.pieces"), t("why.bytes"), t("why.share")], rows),
      make("p", { className: "small", textContent: tools.length ? t("why.tools", { tools: tools.join(", ") }) : t("why.no-tools") }),
      make("p", { className: "small", textContent: t("why.in-full", { words }) })),
  ];
}

function share(part) {
  const words = `${Math.round(part * 100)} %`;
  const bar = make("meter", { min: 0, max: 1, value: part });
  bar.setAttribute("aria-label", words);
  return make("span", { className: "share" }, bar, ` ${words}`);
}
