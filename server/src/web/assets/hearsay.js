// The page: the front door, the story, and what joins the parts.

import { t } from "/texts.js";
import { Link } from "/link.js";
import { Story } from "/story.js";
import { Panels } from "/panels.js";
import { Input } from "/input.js";
import { Look } from "/look.js";
import { Asks } from "/asks.js";
import { Voice } from "/voice.js";
import { Guide } from "/guide.js";
import { Deeds, Transcript } from "/boxes.js";
import { Sheet } from "/sheet.js";
import { staffPage } from "/staff.js";
import { accountPage } from "/account.js";

const KEPT = "hearsay-pass";
const SHOWN = "hearsay-shown";
const PANELS = new Set(["here", "carrying", "map", "who", "quests", "known", "mail", "board"]);
const $ = (id) => document.getElementById(id);
const name = $("place").textContent;
// The room that a link led to.
const at = $("front").dataset.at || undefined;

const look = new Look($("look"));
const voice = new Voice($("aloud"), $("aloud-now"), () => look.chosen.aloud);
const story = new Story($("log"), $("newest"), clicked, voice);
const guide = new Guide($("guide"), send);
const panels = new Panels($("panels"), $("ways"), $("where"), {
  send, read: (line) => asks.ask(line), begin: (words) => { showPanels(false); input.begin(words); }, ask: (what) => link.send({ t: "panel", what }),
  role: (role) => { $("open-staff").hidden = !pages.staff.may(); if (role !== shownRole) { shownRole = role; sheet.show(); } },
  closed: look.chosen.closed,
  keep: (panel, open) => {
    const closed = look.chosen.closed.filter((it) => it !== panel && PANELS.has(it));
    look.chosen.closed = open ? closed : [...closed, panel];
    look.keep();
  },
});
const input = new Input($("say"), $("line"), $("hint"), $("paste"), {
  send, words: () => ({ verbs, nouns: panels.nouns }),
});
const link = new Link({ state, item, stopped, refused: leave });
const deeds = new Deeds($("deeds"));
const transcript = new Transcript($("transcript"), (text) => save("hearsay.txt", text));
const asks = new Asks((message) => link.send(message));
const sheet = new Sheet($("sheet"), {
  shown: (open) => {
    $("game").classList.toggle("with-sheet", open);
    if (open) showPanels(false); else if (inGame) { story.toEnd(); $("line").focus(); }
  },
});
const beside = {
  ask: (line) => asks.ask(line), role: () => panels.role, name: () => panels.me, send, save,
  go: (...parts) => sheet.go(...parts), close: () => sheet.close(), say: (words) => sheet.say(words),
  reload: () => soon((done) => { reloaded = done; }), told: () => soon((done) => { told = done; }).then((it) => it ?? t("link.answer-later")),
  converse,
};
const pages = { staff: staffPage(beside), account: accountPage(beside) };
// Who waits for the outcome of a reload, and for words of the server.
let reloaded = null;
let told = null;
// A dialogue that a form answers: lines still to give, and the words that came.
let dialogue = null;
let shownRole = "";
let verbs = [];
let inGame = false;
let newcomer = false;
let asked = false;
let unread = 0;
// Why the visit is over, once it is.
let over = null;
// Version of this page, or the one that was told of.
let known = $("front").dataset.build;

fetch("/words.json").then((it) => it.json()).then((it) => { verbs = it; }).catch(() => { /* none are completed */ });

// Coming in.

function arrive(message) {
  $("status").textContent = "";
  asked = false;
  document.body.setAttribute("aria-busy", "true");
  newcomer = message.t === "guest" || message.t === "create";
  link.seen.epoch = null;
  link.open(message);
}

$("guest").addEventListener("submit", (event) => { event.preventDefault(); arrive({ t: "guest", at }); });
for (const how of ["connect", "create"]) {
  $(how).addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = event.target.elements;
    arrive({ t: how, name: fields.name.value.trim(), password: fields.password.value, at: how === "create" ? at : undefined });
  });
}

function enter(who) {
  story.name = who;
  if (!inGame) {
    inGame = true;
    story.clear();
    document.querySelectorAll("input[name=password]").forEach((it) => { it.value = ""; });
    $("front").hidden = true;
    $("game").hidden = false;
    $("line").focus();
    sheet.begin(pages);
    if (newcomer) guide.begin();
    // The story begins anew, and the server knows of lines that stood there.
    if (link.seen.epoch !== null) link.send({ t: "line", line: "look" });
  }
  document.body.removeAttribute("aria-busy");
  keepPass();
}

// Tells, once, that the server has another version of this page than the one that is open.
function renewed(build) {
  if (!build || build === known) return;
  known = build;
  story.add([{ k: "notice", r: [["", t("link.new-version")]] }]);
}

// Back to the front door, with words that say why.
function leave(words) {
  link.close();
  forgetPass();
  inGame = false;
  document.body.removeAttribute("aria-busy");
  panels.reset();
  asks.lost(); sheet.end();
  shownRole = "";
  input.ask($("question")); input.hide(false);
  showPanels(false);
  $("game").hidden = true;
  $("front").hidden = false;
  $("status").textContent = words;
  document.title = name;
  $("guest").querySelector("button").focus();
}

// The pass outlasts a reload of this tab, and nothing else.
function keepPass() {
  try {
    if (link.pass) sessionStorage.setItem(KEPT, link.pass); else forgetPass();
  } catch { /* a reload then ends the visit */ }
}

function forgetPass() {
  link.pass = null;
  try { sessionStorage.removeItem(KEPT); sessionStorage.removeItem(SHOWN); } catch { /* nothing was kept */ }
}

function goOn() {
  let pass = null;
  try { pass = sessionStorage.getItem(KEPT); } catch { /* nothing was kept */ }
  if (!pass) return;
  let seen = null;
  try { seen = JSON.parse(sessionStorage.getItem(SHOWN)); } catch { /* the last lines are shown again */ }
  arrive({ t: "resume", pass, seen });
  link.seen.takeUp(seen);
  link.pass = pass;
  link.resumes = true;
}

// What this tab has shown, for when it is loaded again: a line calls its reader once.
addEventListener("pagehide", () => {
  try { sessionStorage.setItem(SHOWN, JSON.stringify(link.seen.told)); } catch { /* nothing is kept */ }
});

// What the server sends.

// True while a line waits in its field for the link; each attempt to come back says so again.
let kept = false;

function state(now) {
  const away = now === "lost" || now === "stopped";
  if (!away) kept = false;
  const lost = kept ? t("link.kept") : t("link.lost");
  $("link").textContent = { lost, stopped: t("link.away"), opening: "", live: "" }[now];
  $("game").classList.toggle("away", away);
  if (away) { asks.lost(); settle(false, t("link.no-answer")); }
}

// The server stops, and will be back in a moment or later; this page comes back with it.
function stopped(why) {
  story.add([{ k: "notice", r: [["", `${why} ${t("link.comes-back")}`]] }]);
}

function item(it) {
  if (it.in) { enter(it.in.name); renewed(it.in.build); }
  else if (it.g === "Core.Goodbye") goodbye(it.d);
  else if (it.g === "Char.Login.Result") { if (!it.d.success) failed(it.d.message); }
  else if (it.g === "Hearsay.Answer") asks.hear(it.d);
  else if (it.g === "Hearsay.Reload") { reloaded?.(it.d); reloaded = null; }
  else if (dialogue && !it.n && (it.b || it.ask !== undefined || it.hide !== undefined)) answerFor(it);
  else if (it.g) panels.hear(it.g, it.d);
  else if (it.b) words(it.b);
  else if (it.ask !== undefined) question(it.ask);
  else if (it.hide !== undefined) { input.hide(it.hide); if (!it.hide) input.ask($("question")); }
}

function words(blocks) {
  if (told && blocks.some((it) => it.k === "answer" || it.k === "notice")) { told(textOf(blocks)); told = null; }
  if (inGame) {
    if (story.add(blocks)) called();
  } else if (asked) {
    // Before the first question it is the greeting, which stands on this page already.
    failed(textOf(blocks));
  }
}

function textOf(blocks) { return blocks.flatMap((it) => it.r).map(([, text]) => text).join(""); }

// Gives lines to a dialogue, one for each of its questions; resolves to the words at its end.
function converse([first, ...lines]) {
  settle(false, "");
  const over = soon((done) => { dialogue = { lines, words: [], done, due: false }; });
  if (!link.send({ t: "line", line: first })) settle(false, t("link.not-sent"));
  return over.then((it) => { dialogue = null; return it ?? t("link.nothing-came"); });
}

// Takes what belongs to the dialogue. All of one message is taken before the next line is given.
function answerFor(it) {
  if (it.b) dialogue.words.push(textOf(it.b));
  if (it.ask !== undefined) dialogue.asked = true;
  if (!dialogue.due) { dialogue.due = true; queueMicrotask(() => settle(true)); }
}

function settle(goesOn, words) {
  if (!dialogue) return;
  dialogue.due = false;
  if (goesOn && dialogue.asked) {
    dialogue.asked = false;
    // Whatever else it asks is answered by nothing, which ends it.
    if (link.send({ t: "line", line: dialogue.lines.shift() ?? "" })) { if (dialogue.lines.length) dialogue.words = []; return; }
  }
  if (goesOn && !dialogue.words.length) return;
  const { done, words: came } = dialogue;
  dialogue = null;
  done(words ?? came.join("\n"));
}

// A promise that ends by itself, with nothing, where nothing comes.
function soon(begin) { return new Promise((done) => { begin(done); setTimeout(() => done(undefined), 15_000); }); }

function question(ask) {
  if (inGame) input.ask($("question"), ask); else asked = true;
}

function failed(why) {
  document.body.removeAttribute("aria-busy");
  if (why) $("status").textContent = why;
}

function goodbye(why) {
  if (!inGame) { leave(why); return; }
  link.close();
  forgetPass();
  story.add([{ k: "notice", r: [["", why]] }]);
  // A page beside the story has nothing more to show.
  asks.lost(); settle(false, why); sheet.end();
  // The story stays to be read; the next line leads back to the door.
  over = why;
  $("link").textContent = t("link.over");
  input.ask($("question"), t("link.door"));
}

// What the player does.

function send(line) {
  if (over !== null) { const why = over; over = null; leave(why); return true; }
  const hidden = $("line").type === "password";
  if (!link.send({ t: "line", line })) {
    kept = true;
    $("link").textContent = t("link.kept");
    return false;
  }
  if (!hidden && line.trim() && look.chosen.echo) story.echo(line);
  if (!hidden) { input.ask($("question")); guide.heed(line); }
  story.toEnd();
  return true;
}

function clicked(style, text, command, at) {
  if (command !== undefined) send(command);
  else if (style === "channel") input.begin(`${text.replace(/[^\p{L}\p{N}-]/gu, "")} `);
  else if (text !== "You") deeds.open(text, panels.deedsWith(style, text), at);
}

// True while lines that came together are shown: they are one sound.
let calling = false;

function called() {
  if (!calling) {
    calling = true;
    queueMicrotask(() => { calling = false; });
    look.ring();
    look.notify(name);
  }
  if (document.hidden) { unread += 1; document.title = `(${unread}) ${name}`; }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) { unread = 0; document.title = name; panels.refresh(); }
});

function showPanels(open) {
  $("game").classList.toggle("with-panels", open);
  $("open-panels").setAttribute("aria-expanded", open);
}

$("open-panels").addEventListener("click", () => { showPanels(true); $("close-panels").focus(); });
$("close-panels").addEventListener("click", () => { showPanels(false); $("open-panels").focus(); });
$("open-look").addEventListener("click", () => look.open());
document.querySelectorAll("[data-line]").forEach((it) => it.addEventListener("click", () => send(it.dataset.line)));
$("open-account").addEventListener("click", () => sheet.go("account"));
$("open-staff").addEventListener("click", () => sheet.go("staff"));
$("save").addEventListener("click", () => transcript.open(story.transcript));

function save(file, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = document.createElement("a");
  anchor.href = address; anchor.download = file;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

goOn();
