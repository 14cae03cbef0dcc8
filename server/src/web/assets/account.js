// Account: a player's characters, password, and what is kept; all by the commands for it.

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
    title: "You and the game", may: () => true,
    tabs: [
      { id: "characters", title: "Characters", draw: () => characters(on), may: named },
      { id: "password", title: "Password", draw: () => password(on), may: named },
      { id: "kept", title: "What is kept", draw: () => kept(on) },
      { id: "delete", title: "Delete", draw: () => farewell(on), may: named },
    ],
  };
}

async function characters(on) {
  const answer = await on.ask("characters");
  if (answer.view?.is !== "characters") return [heading("Your characters"), make("p", { textContent: wordsOf(answer) })];
  const rows = answer.view.characters.map((it) => [it.name, it.now ? "you play now" : button("Play", () => { on.close(); on.send(`play ${it.name}`); }, `Play ${it.name}`)]);
  const another = form([field("Name", make("input", { name: "name", required: true, maxLength: 64, autocomplete: "off", autocapitalize: "none", spellcheck: false }))], "Make another character", async ({ name }, node) => {
    const told = on.told();
    const said = await on.ask(`characters new ${name.trim()}`);
    // It is made beside the game, which tells of it a moment later.
    on.say(said.ok ? await told : wordsOf(said));
    node.reset();
    on.go("account", "characters");
  });
  return [heading("Your characters"), note("All have one password, and one of them is in the world at a time. Nobody but the staff sees that they belong together."), table("Who they are", ["Name", "Play"], rows), another];
}

function password(on) {
  const input = (label, name, complete) => field(label, make("input", { type: "password", name, required: true, autocomplete: complete, maxLength: 128, minLength: complete === "new-password" ? 8 : 1 }));
  // Password managers look for the name that belongs to it.
  const who = make("input", { className: "unseen", name: "username", autocomplete: "username", value: on.name(), readOnly: true, tabIndex: -1 });
  who.setAttribute("aria-hidden", "true");
  const change = form([who, input("Password now", "old", "current-password"), input("The new one, of at least 8 characters", "one", "new-password"), input("The new one once more", "two", "new-password")], "Change the password", async ({ old, one, two }, node) => {
    on.say(await on.converse(["password", old, one, two]));
    node.reset();
  });
  change.classList.add("column");
  return [heading("Your password"), note("It is the one for all your characters. What you type here is hidden, and reaches no log."), change];
}

async function kept(on) {
  const answer = await on.ask("memory");
  const known = make("div", { className: "said" }, ...answer.b.flatMap((it) => drawn(it)));
  const forget = form([field("Only one of them", make("input", { name: "whom", maxLength: 64, placeholder: "all of them", autocomplete: "off" })), field("I mean it", make("input", { type: "checkbox", name: "sure", required: true }))], "Have them forget me", async ({ whom }) => {
    on.say(wordsOf(await on.ask(`forget me ${whom}`.trim())));
    on.go("account", "kept");
  });
  const all = on.role() === "guest" ? [note("A guest is forgotten with the visit.")] : [
    make("h4", { textContent: "All of it, as a file" }),
    note("Your characters, what they carry, letters, and what the people of the game remember of you."),
    button("Download what is kept", async () => {
      const words = await on.converse(["account export"]);
      if (!words.startsWith("{")) { on.say(words); return; }
      on.save("kept-about-me.json", words);
      on.say("The file is in your downloads.");
    }),
  ];
  return [
    heading("What is kept of you"), make("h4", { textContent: "What the people of the game know" }), known,
    make("h4", { textContent: "To have it forgotten" }), note("What you told them goes, and every note about you. What you did stays done."), forget, ...all,
  ];
}

function farewell(on) {
  const gone = form([field("Your password", make("input", { type: "password", name: "password", required: true, autocomplete: "current-password", maxLength: 128 })), field("To delete it for ever, type delete", make("input", { name: "sure", required: true, pattern: "delete", autocomplete: "off", autocapitalize: "none" }))], "Delete my account", async ({ password: it, sure }) => on.say(await on.converse(["account delete", it, sure])));
  gone.classList.add("column");
  return [heading("Delete your account"), make("p", { textContent: "All your characters go, what they carry, and what the people here remember of them; your names are free. It cannot be undone. What the staff wrote down stays." }), gone];
}
