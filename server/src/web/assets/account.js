// Account: a player's characters, password, and what is kept; all by the commands for it.

import { t } from "/texts.js";
import { make, button, table, form, field } from "/dom.js";
import { wordsOf } from "/asks.js";
import { drawn } from "/story.js";

const heading = (words) => make("h3", { textContent: words });
const note = (words) => make("p", { className: "small", textContent: words });

// `on` has ask(line), converse(lines), send(line), role(), name(), close(), go(...parts), say(words)
// and save(name, text).
export function accountPage(on) {
  const named = () => on.role() !== "guest";
  return {
    title: t("account.title"), may: () => true,
    tabs: [
      { id: "characters", title: t("account.characters"), draw: () => characters(on), may: named },
      { id: "password", title: t("account.password"), draw: () => password(on), may: named },
      { id: "kept", title: t("account.kept"), draw: () => kept(on) },
      { id: "delete", title: t("account.delete"), draw: () => farewell(on), may: named },
    ],
  };
}

async function characters(on) {
  const answer = await on.ask("characters");
  if (answer.view?.is !== "characters") return [heading(t("account.your-characters")), make("p", { textContent: wordsOf(answer) })];
  const rows = answer.view.characters.map((it) => [it.name, it.now ? t("account.now") : button(t("account.play"), () => { on.close(); on.send(`play ${it.name}`); }, t("account.play-one", { name: it.name }))]);
  const another = form([field(t("account.name"), make("input", { name: "name", required: true, maxLength: 64, autocomplete: "off", autocapitalize: "none", spellcheck: false }))], t("account.another"), async ({ name }, node) => {
    const told = on.told();
    const said = await on.ask(`characters new ${name.trim()}`);
    // It is made beside the game, which tells of it a moment later.
    on.say(said.ok ? await told : wordsOf(said));
    node.reset();
    on.go("account", "characters");
  });
  return [heading(t("account.your-characters")), note(t("account.about-characters")), table(t("account.who"), [t("account.name"), t("account.play")], rows), another];
}

function password(on) {
  const input = (label, name, complete) => field(label, make("input", { type: "password", name, required: true, autocomplete: complete, maxLength: 128, minLength: complete === "new-password" ? 8 : 1 }));
  // Password managers look for the name that belongs to it.
  const who = make("input", { className: "unseen", name: "username", autocomplete: "username", value: on.name(), readOnly: true, tabIndex: -1 });
  who.setAttribute("aria-hidden", "true");
  const change = form([who, input(t("account.password-now"), "old", "current-password"), input(t("account.password-new"), "one", "new-password"), input(t("account.password-again"), "two", "new-password")], t("account.password-change"), async ({ old, one, two }, node) => {
    on.say(await on.converse(["password", old, one, two]));
    node.reset();
  });
  change.classList.add("column");
  return [heading(t("account.your-password")), note(t("account.about-password")), change];
}

async function kept(on) {
  const answer = await on.ask("memory");
  const known = make("div", { className: "said" }, ...answer.b.flatMap((it) => drawn(it)));
  const forget = form([field(t("account.forget-one"), make("input", { name: "whom", maxLength: 64, placeholder: t("account.forget-all"), autocomplete: "off" })), field(t("account.sure"), make("input", { type: "checkbox", name: "sure", required: true }))], t("account.forget"), async ({ whom }) => {
    on.say(wordsOf(await on.ask(`forget me ${whom}`.trim())));
    on.go("account", "kept");
  });
  const all = on.role() === "guest" ? [note(t("account.guest"))] : [
    make("h4", { textContent: t("account.file") }),
    note(t("account.about-file")),
    button(t("account.download"), async () => {
      const words = await on.converse(["account export"]);
      if (!words.startsWith("{")) { on.say(words); return; }
      on.save("kept-about-me.json", words);
      on.say(t("account.downloaded"));
    }),
  ];
  return [
    heading(t("account.kept-of-you")), make("h4", { textContent: t("account.people-know") }), known,
    make("h4", { textContent: t("account.forgotten") }), note(t("account.about-forgetting")), forget, ...all,
  ];
}

function farewell(on) {
  const gone = form([field(t("account.your-password"), make("input", { type: "password", name: "password", required: true, autocomplete: "current-password", maxLength: 128 })), field(t("account.delete-sure"), make("input", { name: "sure", required: true, pattern: "delete", autocomplete: "off", autocapitalize: "none" }))], t("account.delete-button"), async ({ password: it, sure }) => on.say(await on.converse(["account delete", it, sure])));
  gone.classList.add("column");
  return [heading(t("account.delete-title")), make("p", { textContent: t("account.about-delete") }), gone];
}
