// Staff: the pages of those who look after the game. Each shows what a command answers, and whatever
// is done here is done by a command, with its rights and its audit.

import { make, button, table, form, field, choice } from "/dom.js";
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
    title: "Looking after the game", may: least("builder"),
    tabs: [
      tab("people", "People", people), tab("why", "Why", why), tab("rumours", "Rumours", rumours),
      tab("reports", "Reports", reports), tab("cost", "Cost", cost), tab("audit", "Audit", audit),
      tab("reload", "Reload", reload, "builder"), tab("command", "Command", command),
    ],
  };
}

const heading = (words) => make("h3", { textContent: words });
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
  node.replaceChildren(make("h4", { textContent: line }), ...(words.length ? words : [make("p", { textContent: answer.ok ? "Done." : wordsOf(answer) })]));
  return answer;
}

async function people(on) {
  const answer = await on.ask("@npc list");
  if (answer.view?.is !== "people") return refused("The town’s own people", answer);
  const words = place();
  const rows = answer.view.people.map((it) => {
    const again = async (verb) => { const said = await answerIn(words, on, `@npc ${verb} ${it.id}`); if (said.ok) on.go("staff", "people"); };
    const silent = it.state.startsWith("stopped") || it.state.startsWith("paused");
    return [it.name, it.state, it.room, make("div", { className: "acts" },
      button("Why", () => on.go("staff", "why", it.id), `Why ${it.name}`),
      button("Show", () => answerIn(words, on, `@npc show ${it.id}`), `Show ${it.name}`),
      button("Perceived", () => answerIn(words, on, `@npc history ${it.id}`), `Perceived by ${it.name}`),
      silent ? button("Start", () => again("start"), `Start ${it.name} again`) : button("Silence", () => again("stop"), `Silence ${it.name}`))];
  });
  return [heading("The town’s own people"), table("Who they are, and how they are", ["Who", "State", "Room", "More"], rows), words];
}

async function why(on, [name, count = "3", secret]) {
  const list = (await on.ask("@npc list")).view?.people ?? [];
  const owner = on.role() === "owner";
  const asked = make("input", { type: "number", name: "count", min: 1, max: 24, value: count });
  const secretly = owner ? [field("Also what was said in private; the audit says so", make("input", { type: "checkbox", name: "secret", checked: secret === "private" }))] : [];
  const choose = form([
    field("Whom", choice("name", list.map((it) => [it.id, it.name]), name ?? list[0]?.id)),
    field("Thoughts", asked), ...secretly,
  ], "Show why", (it) => on.go("staff", "why", it.name, it.count, ...(it.secret ? ["private"] : [])));
  if (!name) return [heading("Why somebody did what they did"), choose];
  const answer = await on.ask(`why ${name} ${secret === "private" ? "private " : ""}${count}`);
  if (answer.view?.is !== "why") return [...refused("Why somebody did what they did", answer), choose];
  return [heading(`Why ${answer.view.name} did what they did`), choose, ...thoughts(answer.view)];
}

async function rumours(on, [number]) {
  if (number) return path(on, number);
  const answer = await on.ask("@npc rumours");
  if (answer.view?.is !== "rumours") return refused("What goes round", answer);
  const { rumours: all, more } = answer.view;
  if (!all.length) return [heading("What goes round"), make("p", { textContent: "Nothing goes round just now." })];
  const rows = all.map((it) => [it.words, String(it.known), it.at, button("Its path", () => on.go("staff", "rumours", it.number), `Its path: ${it.words}`)]);
  return [heading("What goes round"), table("Rumours, newest first", ["What is told", "Known to", "Last told", "More"], rows), ...(more ? [note(`And ${more} more.`)] : [])];
}

async function path(on, number) {
  const answer = await on.ask(`@npc rumours ${number}`);
  const told = answer.view?.path;
  const back = button("All that goes round", () => on.go("staff", "rumours"));
  if (!told) return [...refused("The path of a rumour", answer), back];
  const steps = told.carriers.map((it) => make("li", {},
    make("time", { textContent: it.at }), " ", make("span", { className: "person", textContent: it.name }),
    ...(it.from ? [" heard it from ", make("span", { className: "person", textContent: it.from.name })] : [" saw it"]),
    `, ${it.strength} % strong${it.words === told.words ? "." : `: ${it.words}.`}`));
  const picture = pathPicture(told);
  return [
    heading("The path of a rumour"), make("p", { className: "lead", textContent: `${told.words}.` }), picture,
    note("An arrow goes from whoever told it to whoever heard it. A full circle saw the deed itself; the paler a circle, the weaker the rumour."),
    make("h4", { textContent: "The same in words" }), make("ol", { className: "steps" }, ...steps), back,
  ];
}

async function reports(on, [number]) {
  if (number) return report(on, number);
  const answer = await on.ask("reports");
  if (answer.view?.is !== "reports") return refused("Open reports", answer);
  const { reports: all, more } = answer.view;
  if (!all.length) return [heading("Open reports"), make("p", { textContent: "No report is open." })];
  const rows = all.map((it) => [`${it.number}`, it.by, it.about, it.at, it.words, button("Read", () => on.go("staff", "reports", String(it.number)), `Read report ${it.number}`)]);
  return [heading("Open reports"), table("Oldest first", ["Number", "By", "About", "When", "What happened", "More"], rows), ...(more ? [note(`And ${more} more.`)] : [])];
}

async function report(on, number) {
  const answer = await on.ask(`reports show ${number}`);
  const it = answer.view;
  const back = button("All open reports", () => on.go("staff", "reports"));
  if (it?.is !== "report") return [...refused(`Report ${number}`, answer), back];
  const party = ({ name, id, of }) => {
    const others = of?.characters.filter((other) => other !== name) ?? [];
    return `${name}${id ? ` (${id})` : ""}${of ? `, of the account ${of.account}` : ""}${others.length ? `, with ${others.join(", ")}` : ""}`;
  };
  const facts = [["By", party(it.by)], ["About", party(it.about)], ["When", it.at], ["Where", it.room ?? "nowhere"], ["What happened", it.words]];
  if (it.says) facts.push(["What one saw", it.says]);
  if (it.closed) facts.push(["Closed", `by ${it.closed.by}, ${it.closed.at}: ${it.closed.done}`]);
  const heard = it.person ? [
    make("h4", { textContent: `What ${it.by.name} heard before` }),
    it.heard.length ? make("ol", { className: "heard" }, ...it.heard.map((line) => make("li", { textContent: line }))) : note("Nothing was heard before."),
    ...(it.heard.length ? [note("Some of it may have been said in private, so do not pass it on.")] : []),
  ] : [];
  const close = it.closed ? [] : [form([field("What was done", make("input", { name: "done", required: true, maxLength: 300 }))], "Close the report", async ({ done }) => {
    const said = await on.ask(`reports close ${number} = ${done}`);
    on.say(wordsOf(said));
    if (said.ok) on.go("staff", "reports");
  })];
  return [heading(`Report ${number}`), factsOf(facts), ...heard, ...close, back];
}

function factsOf(facts) { return make("dl", {}, ...facts.flatMap(([name, words]) => [make("dt", { textContent: name }), make("dd", { textContent: words })])); }

async function cost(on) {
  const answer = await on.ask("@npc cost");
  const it = answer.view;
  if (it?.is !== "cost") return refused("What thoughts cost", answer);
  const many = (n) => (n >= 1e12 ? "no limit" : n.toLocaleString("en"));
  const three = ({ questions, tokens, lines }) => [questions, tokens, lines].map(many);
  const used = (all) => all.map((one) => [one.name, ...three(one.used), `${one.percent} %`]);
  const heads = ["Questions", "Tokens", "Lines"];
  return [
    heading("What thoughts cost"), ...(it.days.length > 1 ? [costPicture(it.days)] : []),
    table("By day, UTC", ["Day", ...heads], it.days.map((day) => [day.date, ...three(day.spent)])),
    note(`The limit of a day: ${many(it.limit.questions)} questions, ${many(it.limit.tokens)} tokens, ${many(it.limit.lines)} lines.`),
    table("By character, not yet given back", ["Who", ...heads, "Used up"], used(it.characters)),
    ...(it.payers.length ? [table("By those who used most", ["Who", ...heads, "Used up"], used(it.payers))] : []),
  ];
}

async function audit(on, [who]) {
  const answer = await on.ask(who ? `audit ${who}` : "audit");
  if (answer.view?.is !== "audit") return refused("What the staff did", answer);
  const choose = form([field("Only of", make("input", { name: "who", value: who ?? "", placeholder: "a name or an account" }))], "Show", ({ who: name }) => on.go("staff", "audit", ...(name.trim() ? [name.trim()] : [])));
  const rows = answer.view.acts.map((it) => [it.at, `${it.who}${it.account ? ` (${it.account})` : ""}`, it.address ?? "", make("code", { textContent: it.line }), make("span", { className: it.done ? "" : "refusal", textContent: it.ended })]);
  const list = rows.length ? table("Newest first", ["When", "Who", "From", "Line", "Outcome"], rows) : make("p", { textContent: "Nothing of the kind was done lately." });
  return [heading("What the staff did"), choose, list];
}

function reload(on) {
  const outcome = place();
  const begin = button("Read the content again", async () => {
    begin.disabled = true;
    outcome.replaceChildren(make("p", { textContent: "Reading the content files…" }));
    const coming = on.reload();
    const said = await on.ask("reload");
    outcome.replaceChildren(...(said.ok ? problems(await coming) : [make("p", { className: "refusal", textContent: wordsOf(said) })]));
    begin.disabled = false;
  });
  begin.classList.add("strong");
  return [heading("Read the content again"), make("p", { textContent: "Nobody is disconnected. If the files have a problem, all of them are listed here and the world stays as it is." }), begin, outcome];
}

// What came of a reload: problems with a link to file and line, or what is otherwise than before.
function problems(came) {
  if (!came) return [make("p", { className: "refusal", textContent: "No outcome came; it stands in the story." })];
  const line = ({ at, words }) => {
    if (!at) return make("li", { textContent: words });
    const { file, line: row, column, href } = at;
    const where = `${file}:${row}:${column}`;
    const link = href ? make("a", { href, textContent: where, target: "_blank", rel: "noreferrer" }) : button(where, () => navigator.clipboard?.writeText(where), `Copy ${where}`);
    return make("li", {}, link, make("p", { textContent: words }));
  };
  return [
    make("h4", { textContent: came.ok ? "The content is read" : "Nothing was changed" }),
    make("ul", { className: came.ok ? "changes" : "problems" }, ...came.lines.map(line)),
  ];
}

function command(on) {
  const answer = place();
  const type = form([field("Command", make("input", { name: "line", required: true, maxLength: 1000, placeholder: "accounts list, sitelock, @npc brief mara", autocomplete: "off", autocapitalize: "none", spellcheck: false }))], "Give it", ({ line }) => answerIn(answer, on, line));
  return [heading("Any other command"), note("Its answer stands here instead of in the story. What others are to see or hear, they do."), type, answer];
}
