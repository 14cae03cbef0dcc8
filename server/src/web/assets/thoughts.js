// Thoughts: the record of a character's thoughts as a timeline that folds.

import { make, button, table } from "/dom.js";

const KINDS = {
  heard: "Heard", begun: "Set off by", recalled: "Came to mind", read: "Understood", asked: "Asked the model",
  replied: "Wanted", judged: "Allowed", refused: "Refused", done: "Done", noted: "Kept in mind",
  ended: "End", failed: "Failed", remark: "Remark",
};

// What stands in the words of an entry before the matter, and by its kind already.
const SAID = { begun: /^begins: /u, recalled: /^(comes to mind|recalls): ?/u, ended: /^ends: /u, remark: /^remark: /u, replied: /^(model answered|script answers): /u };

export function thoughts({ name, thoughts: all, changes, passed, private: secret }) {
  const newest = [...all].reverse();
  const nodes = newest.map((it, n) => thought(it, n === 0));
  const fold = (open) => () => nodes.forEach((it) => { it.open = open; });
  const part = (title, entries) => (entries.length ? [make("details", { className: "thought" }, make("summary", { textContent: title }), timeline([...entries].reverse()))] : []);
  return [
    ...(secret ? [make("p", { className: "refusal", textContent: "This shows what was said in private. The audit says that you read it." })] : []),
    ...(nodes.length ? [make("p", { className: "acts" }, button("Unfold all", fold(true)), button("Fold all", fold(false)))] : [make("p", { textContent: `${name} has not thought about anything yet.` })]),
    ...nodes, ...part("Heard, and passed over", passed), ...part("Changes of the mind itself", changes),
  ];
}

function thought({ at, entries }, open) {
  const [begun] = entries;
  const last = entries.at(-1);
  const ended = last?.kind === "ended" ? matter(last).split(" after ")[0] : "goes on";
  const took = last?.more?.took;
  const summary = make("summary", {},
    make("time", { textContent: at }), " ", make("span", { className: "what", textContent: begun ? occasion(begun) : "" }), " ",
    make("span", { className: "tag", textContent: took === undefined ? ended : `${ended}, ${took.toLocaleString("en")} ms` }));
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
    make("p", { textContent: `About ${tokens.toLocaleString("en")} tokens, with ${lines} records and ${memories} memories.` }),
    make("details", { className: "parts" },
      make("summary", { textContent: "The question by parts" }),
      table("Parts of the question", ["Part", "Pieces", "Bytes", "Share"], rows),
      make("p", { className: "small", textContent: tools.length ? `Tools that were offered: ${tools.join(", ")}.` : "No tools were offered." }),
      make("p", { className: "small", textContent: `In full: it ${words}.` })),
  ];
}

function share(part) {
  const words = `${Math.round(part * 100)} %`;
  const bar = make("meter", { min: 0, max: 1, value: part });
  bar.setAttribute("aria-label", words);
  return make("span", { className: "share" }, bar, ` ${words}`);
}
