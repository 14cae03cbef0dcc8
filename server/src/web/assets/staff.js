// Staff: the pages of those who look after the game. Each shows what a command answers, and whatever
// is done here is done by a command, with its rights and its audit.

import { t } from "/texts.js";
import { make, button, table, form, field, choice, pieces } from "/dom.js";
import { wordsOf } from "/asks.js";
import { drawn } from "/story.js";
import { thoughts } from "/thoughts.js";
import { pathPicture, costPicture } from "/pictures.js";

const RANKS = ["guest", "player", "builder", "staff", "owner"];

// `on` has ask(line), role(), go(...parts), say(words) and reload(): the outcome of the next one.
export function staffPage(on) {
  const least = (role) => () => RANKS.indexOf(on.role()) >= RANKS.indexOf(role);
  const tab = (id, title, draw, role = "staff") => ({ id, title, draw: (parts) => draw(on, parts), may: least(role) });
  return {
    title: t("staff.title"), may: least("builder"),
    tabs: [
      tab("people", t("staff.people"), people), tab("why", t("staff.why"), why), tab("rumours", t("staff.rumours"), rumours),
      tab("reports", t("staff.reports"), reports), tab("cost", t("staff.cost"), cost), tab("audit", t("staff.audit"), audit),
      tab("reload", t("staff.reload"), reload, "builder"), tab("command", t("staff.command"), command),
    ],
  };
}

const heading = (words) => make("h3", { textContent: words });
const person = (name) => make("span", { className: "person", textContent: name });
const note = (words) => make("p", { className: "small", textContent: words });

// What stands in place of a view that did not come.
function refused(title, answer) { return [heading(title), make("p", { className: "refusal", textContent: wordsOf(answer) })]; }

// A place for answers in words, which are read by themselves.
function place() {
  const node = make("div", { className: "said" });
  node.setAttribute("role", "status");
  return node;
}

async function answerIn(node, on, line) {
  const answer = await on.ask(line);
  const words = answer.b.flatMap((it) => drawn(it));
  node.replaceChildren(make("h4", { textContent: line }), ...(words.length ? words : [make("p", { textContent: answer.ok ? t("staff.done") : wordsOf(answer) })]));
  return answer;
}

async function people(on) {
  const answer = await on.ask("@npc list");
  if (answer.view?.is !== "people") return refused(t("people.title"), answer);
  const words = place();
  const rows = answer.view.people.map((it) => {
    const again = async (verb) => { const said = await answerIn(words, on, `@npc ${verb} ${it.id}`); if (said.ok) on.go("staff", "people"); };
    const silent = it.state.startsWith("stopped") || it.state.startsWith("paused");
    return [it.name, it.state, it.room, make("div", { className: "acts" },
      button(t("people.why"), () => on.go("staff", "why", it.id), t("people.why-one", { name: it.name })),
      button(t("people.show"), () => answerIn(words, on, `@npc show ${it.id}`), t("people.show-one", { name: it.name })),
      button(t("people.perceived"), () => answerIn(words, on, `@npc history ${it.id}`), t("people.perceived-one", { name: it.name })),
      silent ? button(t("people.start"), () => again("start"), t("people.start-one", { name: it.name })) : button(t("people.stop"), () => again("stop"), t("people.stop-one", { name: it.name })))];
  });
  return [heading(t("people.title")), table(t("people.caption"), [t("people.who"), t("people.state"), t("people.room"), t("people.more")], rows), words];
}

async function why(on, [name, count = "3", secret]) {
  const list = (await on.ask("@npc list")).view?.people ?? [];
  const owner = on.role() === "owner";
  const asked = make("input", { type: "number", name: "count", min: 1, max: 24, value: count });
  const secretly = owner ? [field(t("why.private"), make("input", { type: "checkbox", name: "secret", checked: secret === "private" }))] : [];
  const choose = form([
    field(t("why.whom"), choice("name", list.map((it) => [it.id, it.name]), name ?? list[0]?.id)),
    field(t("why.thoughts"), asked), ...secretly,
  ], t("why.show"), (it) => on.go("staff", "why", it.name, it.count, ...(it.secret ? ["private"] : [])));
  if (!name) return [heading(t("why.title")), choose];
  const answer = await on.ask(`why ${name} ${secret === "private" ? "private " : ""}${count}`);
  if (answer.view?.is !== "why") return [...refused(t("why.title"), answer), choose];
  return [heading(t("why.title-one", { name: answer.view.name })), choose, ...thoughts(answer.view)];
}

async function rumours(on, [number]) {
  if (number) return path(on, number);
  const answer = await on.ask("@npc rumours");
  if (answer.view?.is !== "rumours") return refused(t("rumours.title"), answer);
  const { rumours: all, more } = answer.view;
  if (!all.length) return [heading(t("rumours.title")), make("p", { textContent: t("rumours.none") })];
  const rows = all.map((it) => [it.words, String(it.known), it.at, button(t("rumours.path"), () => on.go("staff", "rumours", it.number), t("rumours.path-one", { words: it.words }))]);
  return [heading(t("rumours.title")), table(t("rumours.caption"), [t("rumours.told"), t("rumours.known"), t("rumours.last"), t("rumours.more")], rows), ...(more ? [note(t("staff.and-more", { number: more }))] : [])];
}

// What is said of somebody on the path of a rumour; whoever changed its words is quoted.
function step({ from, words }, told) {
  if (from) return words === told ? t("path.heard") : t("path.heard-so");
  return words === told ? t("path.saw") : t("path.saw-so");
}

async function path(on, number) {
  const answer = await on.ask(`@npc rumours ${number}`);
  const told = answer.view?.path;
  const back = button(t("rumours.all"), () => on.go("staff", "rumours"));
  if (!told) return [...refused(t("path.title"), answer), back];
  const steps = told.carriers.map((it) => make("li", {},
    make("time", { textContent: it.at }), " ",
    ...pieces(step(it, told.words), { name: person(it.name), from: it.from && person(it.from.name), strength: String(it.strength), words: it.words })));
  const picture = pathPicture(told);
  return [
    heading(t("path.title")), make("p", { className: "lead", textContent: `${told.words}.` }), picture,
    note(t("path.legend")),
    make("h4", { textContent: t("path.words") }), make("ol", { className: "steps" }, ...steps), back,
  ];
}

async function reports(on, [number]) {
  if (number) return report(on, number);
  const answer = await on.ask("reports");
  if (answer.view?.is !== "reports") return refused(t("reports.title"), answer);
  const { reports: all, more } = answer.view;
  if (!all.length) return [heading(t("reports.title")), make("p", { textContent: t("reports.none") })];
  const rows = all.map((it) => [`${it.number}`, it.by, it.about, it.at, it.words, button(t("reports.read"), () => on.go("staff", "reports", String(it.number)), t("reports.read-one", { number: it.number }))]);
  return [heading(t("reports.title")), table(t("reports.caption"), [t("reports.number"), t("reports.by"), t("reports.about"), t("reports.when"), t("reports.what"), t("reports.more")], rows), ...(more ? [note(t("staff.and-more", { number: more }))] : [])];
}

async function report(on, number) {
  const answer = await on.ask(`reports show ${number}`);
  const it = answer.view;
  const back = button(t("reports.all"), () => on.go("staff", "reports"));
  if (it?.is !== "report") return [...refused(t("reports.one", { number }), answer), back];
  const party = ({ name, id, of }) => {
    const others = of?.characters.filter((other) => other !== name) ?? [];
    const whole = id ? `${name} (${id})` : name;
    if (!of) return whole;
    return others.length ? t("reports.account-with", { name: whole, account: of.account, others: others.join(", ") }) : t("reports.account", { name: whole, account: of.account });
  };
  const facts = [[t("reports.by"), party(it.by)], [t("reports.about"), party(it.about)], [t("reports.when"), it.at], [t("reports.where"), it.room ?? t("reports.nowhere")], [t("reports.what"), it.words]];
  if (it.says) facts.push([t("reports.saw"), it.says]);
  if (it.closed) facts.push([t("reports.closed"), t("reports.closed-by", { name: it.closed.by, time: it.closed.at, done: it.closed.done })]);
  const heard = it.person ? [
    make("h4", { textContent: t("reports.heard", { name: it.by.name }) }),
    it.heard.length ? make("ol", { className: "heard" }, ...it.heard.map((line) => make("li", { textContent: line }))) : note(t("reports.heard-nothing")),
    ...(it.heard.length ? [note(t("reports.private"))] : []),
  ] : [];
  const close = it.closed ? [] : [form([field(t("reports.done"), make("input", { name: "done", required: true, maxLength: 300 }))], t("reports.close"), async ({ done }) => {
    const said = await on.ask(`reports close ${number} = ${done}`);
    on.say(wordsOf(said));
    if (said.ok) on.go("staff", "reports");
  })];
  return [heading(t("reports.one", { number })), factsOf(facts), ...heard, ...close, back];
}

function factsOf(facts) { return make("dl", {}, ...facts.flatMap(([name, words]) => [make("dt", { textContent: name }), make("dd", { textContent: words })])); }

async function cost(on) {
  const answer = await on.ask("@npc cost");
  const it = answer.view;
  if (it?.is !== "cost") return refused(t("cost.title"), answer);
  const many = (n) => (n >= 1e12 ? t("cost.no-limit") : n.toLocaleString("en"));
  const three = ({ questions, tokens, lines }) => [questions, tokens, lines].map(many);
  const used = (all) => all.map((one) => [one.name, ...three(one.used), `${one.percent} %`]);
  const heads = [t("cost.questions"), t("cost.tokens"), t("cost.lines")];
  return [
    heading(t("cost.title")), ...(it.days.length > 1 ? [costPicture(it.days)] : []),
    table(t("cost.by-day"), [t("cost.day"), ...heads], it.days.map((day) => [day.date, ...three(day.spent)])),
    note(t("cost.limit", { questions: many(it.limit.questions), tokens: many(it.limit.tokens), lines: many(it.limit.lines) })),
    table(t("cost.by-character"), [t("cost.who"), ...heads, t("cost.used")], used(it.characters)),
    ...(it.payers.length ? [table(t("cost.by-payer"), [t("cost.who"), ...heads, t("cost.used")], used(it.payers))] : []),
  ];
}

async function audit(on, [who]) {
  const answer = await on.ask(who ? `audit ${who}` : "audit");
  if (answer.view?.is !== "audit") return refused(t("audit.title"), answer);
  const choose = form([field(t("audit.of"), make("input", { name: "who", value: who ?? "", placeholder: t("audit.of-example") }))], t("audit.show"), ({ who: name }) => on.go("staff", "audit", ...(name.trim() ? [name.trim()] : [])));
  const rows = answer.view.acts.map((it) => [it.at, `${it.who}${it.account ? ` (${it.account})` : ""}`, it.address ?? "", make("code", { textContent: it.line }), make("span", { className: it.done ? "" : "refusal", textContent: it.ended })]);
  const list = rows.length ? table(t("audit.caption"), [t("audit.when"), t("audit.who"), t("audit.from"), t("audit.line"), t("audit.outcome")], rows) : make("p", { textContent: t("audit.nothing") });
  return [heading(t("audit.title")), choose, list];
}

function reload(on) {
  const outcome = place();
  const begin = button(t("reload.title"), async () => {
    begin.disabled = true;
    outcome.replaceChildren(make("p", { textContent: t("reload.reading") }));
    const coming = on.reload();
    const said = await on.ask("reload");
    outcome.replaceChildren(...(said.ok ? problems(await coming) : [make("p", { className: "refusal", textContent: wordsOf(said) })]));
    begin.disabled = false;
  });
  begin.classList.add("strong");
  return [heading(t("reload.title")), make("p", { textContent: t("reload.about") }), begin, outcome];
}

// What came of a reload: problems with a link to file and line, or what is otherwise than before.
function problems(came) {
  if (!came) return [make("p", { className: "refusal", textContent: t("reload.no-outcome") })];
  const line = ({ at, words }) => {
    if (!at) return make("li", { textContent: words });
    const { file, line: row, column, href } = at;
    const where = `${file}:${row}:${column}`;
    const link = href ? make("a", { href, textContent: where, target: "_blank", rel: "noreferrer" }) : button(where, () => navigator.clipboard?.writeText(where), t("reload.copy", { where }));
    return make("li", {}, link, make("p", { textContent: words }));
  };
  return [
    make("h4", { textContent: came.ok ? t("reload.read") : t("reload.unchanged") }),
    make("ul", { className: came.ok ? "changes" : "problems" }, ...came.lines.map(line)),
  ];
}

function command(on) {
  const answer = place();
  const type = form([field(t("command.line"), make("input", { name: "line", required: true, maxLength: 1000, placeholder: t("command.example"), autocomplete: "off", autocapitalize: "none", spellcheck: false }))], t("command.give"), ({ line }) => answerIn(answer, on, line));
  return [heading(t("command.title")), note(t("command.about")), type, answer];
}
