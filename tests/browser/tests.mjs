// Tests of the page, each a function of what is around them; small ones run in CI.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { PASSWORD, axe, comeIn, connect, create, open, sound, telnet, type, until } from "./around.mjs";

const PAYLOADS = readFileSync("tests/data/markup.txt", "utf8").trimEnd().split("\n");
const counted = (words) => (text) => text.split(words).length - 1;

export const tests = [
  {
    name: "a guest comes in by one click and talks with Mara",
    small: true,
    async run(around) {
      const begun = around.patience.now();
      const page = await open(around);
      await comeIn(page);
      const room = Math.round(around.patience.now() - begun);
      await page.locator("#ways").getByRole("button", { name: "Go east" }).click();
      await until(page, "The Open Ear");
      await type(page, "say hello");
      await until(page, /Mara (says|asks).*drink/u);
      const answer = Math.round(around.patience.now() - begun);
      assert.ok(answer < 15_000, `from the link to the first answer it took ${answer} ms`);
      await type(page, "say plum brandy, please");
      await until(page, "So it is plum brandy");
      await type(page, "ask mara about spoons");
      await until(page, /spoon.*spoon/u);
      await page.getByRole("button", { name: "What people want" }).click();
      await page.locator("#body-quests").getByText("The innkeeper's spoons").waitFor();
      assert.equal(await page.locator("#where").textContent(), "The Open Ear");
      await sound(page);
      return `the first room after ${room} ms, Mara's first answer after ${answer} ms`;
    },
  },
  {
    name: "a lost link comes back by itself and every line is there once",
    small: true,
    async run(around) {
      const page = await open(around);
      await create(page, "Lina");
      const other = await telnet(around.port, `create nora ${PASSWORD}`);
      other.say("say before it broke");
      await until(page, "before it broke");
      await page.context().setOffline(true);
      // The server does not know yet; what it sends now reaches nobody.
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.locator("#link", { hasText: "The link is lost" }).waitFor();
      for (let n = 0; n < 5; n += 1) other.say(`say word ${n} of five`);
      await other.until("word 4 of five");
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await until(page, "word 4 of five");
      other.say("say after it came back");
      await until(page, "after it came back");
      const text = await page.locator("#log").textContent();
      for (let n = 0; n < 5; n += 1) assert.equal(counted(`word ${n} of five`)(text), 1, text);
      assert.equal(counted("before it broke")(text), 1);
      assert.equal(await page.locator("#link").textContent(), "");
      await type(page, "say here again");
      await other.until("here again");
      other.end();
      await sound(page);
    },
  },
  {
    name: "a link that is lost in the middle of a sentence keeps the sentence",
    small: true,
    async run(around) {
      const page = await open(around);
      await create(page, "Mira");
      const other = await telnet(around.port, `create milo ${PASSWORD}`);
      await page.locator("#line").pressSequentially("say the river is ");
      await page.context().setOffline(true);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.locator("#link", { hasText: "The link is lost" }).waitFor();
      other.say("say meanwhile something happens.");
      await page.locator("#line").pressSequentially("high");
      // What is sent now is kept, and said so.
      await page.locator("#line").press("Enter");
      await page.getByText("Your line is kept until it is back").waitFor();
      assert.equal(await page.locator("#line").inputValue(), "say the river is high");
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await until(page, "meanwhile something happens");
      assert.equal(await page.evaluate(() => document.activeElement.id), "line");
      await page.locator("#line").press("Enter");
      await other.until("the river is high");
      await until(page, /You say.*the river is high/u);
      const text = await page.locator("#log").textContent();
      assert.equal(counted("meanwhile something happens")(text), 1, text);
      assert.equal(counted("“the river is high”")(text), 1, text);
      other.end();
      await sound(page);
    },
  },
  {
    name: "a link leads a newcomer to its room, and the first steps are shown once",
    async run(around) {
      const page = await open(around);
      await page.goto(`${around.url}at/town/inn`);
      await page.getByText("You begin at").waitFor();
      await comeIn(page);
      assert.equal(await page.locator("#where").textContent(), "The Open Ear");
      const guide = page.locator("#guide");
      await guide.getByText("First steps, 1 of 4").waitFor();
      await guide.getByRole("button", { name: "Look", exact: true }).click();
      await guide.getByRole("button", { name: "Say hello" }).click();
      await until(page, /Mara (says|asks)/u);
      await page.locator("#ways button").first().click();
      await guide.getByRole("button", { name: "A hint" }).click();
      await guide.waitFor({ state: "hidden" });
      await type(page, "quit");
      await page.locator("#link", { hasText: "The visit is over" }).waitFor();
      await page.goto(around.url);
      await comeIn(page);
      assert.equal(await guide.isVisible(), false);
      await sound(page);
    },
  },
  {
    name: "a screen reader is told each line once, at once where it is meant for them",
    async run(around) {
      const page = await open(around);
      await create(page, "Nele");
      await page.evaluate(() => {
        globalThis.spoken = [];
        for (const id of ["aloud", "aloud-now"]) {
          new MutationObserver((all) => all.forEach((it) => it.addedNodes.forEach((node) => globalThis.spoken.push([id, node.textContent])))).observe(document.getElementById(id), { childList: true });
        }
      });
      const other = await telnet(around.port, `create nils ${PASSWORD}`);
      other.say("say a word to all");
      other.say("whisper nele a word to you");
      await until(page, "a word to you");
      await page.getByRole("button", { name: "Reading" }).click();
      await page.getByLabel("Talk and answers").check();
      await page.keyboard.press("Escape");
      other.say("go north");
      other.say("go south");
      other.say("say here again");
      await until(page, "here again");
      const spoken = await page.evaluate(() => globalThis.spoken);
      const told = (words) => spoken.filter(([, text]) => text.includes(words));
      assert.deepEqual(told("a word to all").map(([id]) => id), ["aloud"]);
      assert.deepEqual(told("a word to you").map(([id]) => id), ["aloud-now"]);
      assert.deepEqual(told("Nils arrives from the north"), [], "who comes and goes is not told, as was chosen");
      assert.equal(await page.locator("#log").getAttribute("aria-live"), "off", "the log itself does not say it again");
      await page.waitForFunction(() => !document.querySelector("#aloud-now").childElementCount);
      other.end();
      await sound(page);
    },
  },
  {
    name: "letters, the board and what they know stand in panels",
    async run(around) {
      const page = await open(around);
      await create(page, "Olga");
      const other = await telnet(around.port, `create olaf ${PASSWORD}`);
      other.say("mail olga = Meet me at the <b>elm</b>.");
      other.say("post Who goes up the hill with me?");
      await other.until("You pin");
      await page.getByRole("button", { name: "Letters" }).click();
      await page.locator("#body-mail").getByRole("button", { name: "Read 1" }).click();
      await page.locator("#body-mail").getByText("Meet me at the <b>elm</b>.").waitFor();
      await page.locator("#body-mail").getByRole("button", { name: "Back" }).click();
      await page.locator("#body-mail").getByRole("button", { name: "Write" }).click();
      assert.equal(await page.locator("#line").inputValue(), "mail ");
      await page.locator("#line").fill("");
      await page.getByRole("button", { name: "Board", exact: true }).click();
      await page.locator("#body-board").getByText("Who goes up the hill").waitFor();
      await page.getByRole("button", { name: "What they know of you" }).click();
      await page.locator("#body-known").getByText("What the people here keep of you").waitFor();
      await type(page, "chat hello town");
      await until(page, "hello town");
      await page.locator("#log .send[data-style=channel]").first().click();
      assert.match(await page.locator("#line").inputValue(), /^gossip $/u);
      other.end();
      await sound(page);
    },
  },
  {
    name: "a reload goes on with the visit",
    async run(around) {
      const page = await open(around);
      await create(page, "Rhea");
      await page.reload();
      await page.locator("#log h2").first().waitFor();
      await type(page, "whois me");
      await until(page, "Rhea");
      await type(page, "quit");
      await page.locator("#link", { hasText: "The visit is over" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Come in as a guest" }).waitFor();
      await sound(page);
    },
  },
  {
    name: "two tabs, and telnet, take over from each other",
    async run(around) {
      const one = await open(around);
      await create(one, "Tess");
      const two = await open(around);
      await connect(two, "Tess");
      await until(one, "You have connected from somewhere else");
      const line = await telnet(around.port, `connect tess ${PASSWORD}`);
      await until(two, "You have connected from somewhere else");
      line.end();
      await sound(one);
      await sound(two);
    },
  },
  {
    name: "no words become an element",
    small: true,
    async run(around) {
      const page = await open(around);
      await create(page, "Xena");
      const evil = await telnet(around.port, `create yuri ${PASSWORD}`);
      for (const [n, payload] of PAYLOADS.entries()) {
        evil.say(`say ${payload}`); evil.say(`title ${payload}`); evil.say(`describe ${payload}`);
        evil.say(`emote ${payload}`); evil.say(`whisper xena ${payload}`); evil.say(`mail xena = ${payload}`);
        evil.say(`post ${payload}`); evil.say(`chat ${payload}`); evil.say(`page xena ${payload}`);
        evil.say(`say end of ${n}.`);
        await until(page, `end of ${n}.`);
        await type(page, "look yuri");
        await type(page, "whois yuri");
        await type(page, `say mine ${payload}`);
      }
      await type(page, "who");
      await type(page, "mail 1");
      await type(page, "emote comes to the end of it");
      await until(page, "Xena comes to the end of it");
      await page.getByRole("button", { name: "Who is awake" }).click();
      await page.locator("#body-who li").first().waitFor();
      await page.getByRole("button", { name: "Letters" }).click();
      await page.locator("#body-mail").getByRole("button", { name: "Read 1" }).first().click();
      await page.locator("#body-mail").getByRole("button", { name: "Back" }).waitFor();
      await page.getByRole("button", { name: "Board", exact: true }).click();
      await page.locator("#body-board").getByRole("button", { name: "Look again" }).waitFor();
      const strange = await page.evaluate(() => [...document.querySelectorAll("#panels *")].map((it) => it.tagName.toLowerCase()).filter((it) => !["section", "h2", "h3", "button", "div", "p", "ul", "li", "span", "strong", "details", "summary", "svg", "g", "line", "circle", "text"].includes(it)));
      assert.deepEqual(strange, []);
      const odd = await page.evaluate(() => [...document.querySelectorAll("#log *")].map((it) => it.tagName).filter((it) => !["P", "H2", "H3", "SPAN"].includes(it)));
      assert.deepEqual(odd, []);
      const attributes = await page.evaluate(() => [...document.querySelectorAll("#game *")].flatMap((it) => it.getAttributeNames()).filter((it) => /^on|^href$|^src|^style$|^action$|^formaction$/.test(it)));
      assert.deepEqual(attributes.filter((it) => it !== "href"), []);
      const text = await page.locator("#log").textContent();
      assert.ok(text.includes("<script>alert(1)</script>"), "the words themselves are there");
      evil.end();
      await sound(page);
    },
  },
  {
    name: "axe finds nothing to complain about on any view",
    small: true,
    async run(around) {
      const complaints = [];
      const look = async (page, view) => complaints.push(...(await axe(page)).map((it) => `${view}: ${it}`));
      for (const theme of ["light", "dark", "contrast"]) {
        const page = await open(around);
        await page.evaluate((it) => localStorage.setItem("hearsay-look", JSON.stringify({ theme: it, closed: [] })), theme);
        await page.reload();
        await page.getByText("I have been here before").click();
        await page.getByText("I would like a name of my own").click();
        await look(page, `${theme} front`);
        await comeIn(page);
        await page.locator("#ways").getByRole("button", { name: "Go east" }).click();
        await until(page, "The Open Ear");
        await type(page, "say hello");
        await until(page, /Mara (says|asks)/u);
        for (const line of ["help", "xyzzy", "chat hello there"]) await type(page, line);
        await page.locator("#body-here summary").first().click();
        await page.locator("#body-who li").first().waitFor();
        await look(page, `${theme} game`);
        await page.getByRole("button", { name: "Reading" }).click();
        await look(page, `${theme} reading`);
        await page.keyboard.press("Escape");
        await page.setViewportSize({ width: 320, height: 640 });
        await look(page, `${theme} phone`);
        await page.getByRole("button", { name: "Around you" }).click();
        await look(page, `${theme} phone panels`);
        await sound(page);
      }
      assert.deepEqual(complaints, []);
    },
  },
  {
    name: "a phone shows all of it without scrolling sideways, also with large letters",
    small: true,
    async run(around) {
      const page = await open(around, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(await wide() <= 0, "the front page");
      await comeIn(page);
      assert.ok(await wide() <= 0, "the game");
      await page.evaluate(() => document.documentElement.style.setProperty("--size", "2.25rem"));
      assert.ok(await wide() <= 0, "the game with letters of twice the size");
      const high = await page.locator("#log").evaluate((it) => it.clientHeight);
      assert.ok(high > 200, `the story is ${high} pixels high, with letters of twice the size`);
      await page.evaluate(() => document.documentElement.style.removeProperty("--size"));
      await page.getByRole("button", { name: "Go south" }).tap();
      await until(page, "Penny Market");
      await page.getByRole("button", { name: "Around you" }).tap();
      await page.locator("#body-here").getByText("Ways").waitFor();
      assert.ok(await wide() <= 0, "the panels");
      await page.getByRole("button", { name: "Back to the story" }).tap();
      await page.locator("#line").waitFor();
      await sound(page);
    },
  },
  {
    name: "the keyboard alone is enough",
    async run(around) {
      const page = await open(around);
      const reach = async (name) => {
        for (let n = 0; n < 60; n += 1) {
          await page.keyboard.press("Tab");
          const here = await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim());
          if (here === name) return;
        }
        throw new Error(`${name} is never reached`);
      };
      await reach("Come in as a guest");
      await page.keyboard.press("Enter");
      await page.locator("#log h2").first().waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.id), "line");
      await page.keyboard.type("loo");
      await page.keyboard.press("Tab");
      assert.equal(await page.locator("#line").inputValue(), "look ");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowUp");
      assert.equal(await page.locator("#line").inputValue(), "look ");
      await page.keyboard.press("Escape");
      await page.locator("#line").fill("");
      await reach("Pip");
      await page.keyboard.press("Enter");
      await reach("Talk Pip");
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#line").inputValue(), "say to Pip ");
      await page.keyboard.type("hello");
      await page.keyboard.press("Enter");
      await until(page, /Pip (says|asks)/u);
      await page.keyboard.press("Shift+Tab");
      await reach("Reading");
      await page.keyboard.press("Enter");
      await page.locator("#look").waitFor();
      await page.keyboard.press("Escape");
      await reach("Transcript");
      await page.keyboard.press("Enter");
      const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      assert.ok(readFileSync(await file.path(), "utf8").includes("Elm Square"));
      await sound(page);
    },
  },
  {
    name: "a paste of many lines is asked about, and passwords are never shown",
    async run(around) {
      const page = await open(around);
      await create(page, "Pia");
      const paste = (text) => page.evaluate((it) => {
        const data = new DataTransfer();
        data.setData("text/plain", it);
        document.querySelector("#line").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      }, text);
      await paste(Array.from({ length: 300 }, (_, n) => `say line ${n}.`).join("\n"));
      await page.getByText("You are about to send 300 lines").waitFor();
      await page.getByRole("button", { name: "Leave it" }).click();
      await paste("say one.\nsay two.\n");
      await page.getByRole("button", { name: "Send each" }).click();
      await until(page, "“two.”");
      await type(page, "password");
      await page.locator("#question", { hasText: "Your password now" }).waitFor();
      assert.equal(await page.locator("#line").getAttribute("type"), "password");
      await type(page, PASSWORD);
      await page.locator("#question", { hasText: "The new one" }).waitFor();
      await page.locator("#line").press("Enter");
      await page.waitForFunction(() => document.querySelector("#line").type === "text");
      await page.locator("#line").press("ArrowUp");
      assert.equal(await page.locator("#line").inputValue(), "password");
      assert.ok(!(await page.content()).includes(PASSWORD));
      await sound(page);
    },
  },
  {
    name: "being spoken to counts in the title while the tab is hidden",
    async run(around) {
      const page = await open(around);
      await create(page, "Mila");
      const other = await telnet(around.port, `create otto ${PASSWORD}`);
      await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { get: () => globalThis.isHidden, configurable: true });
        globalThis.isHidden = true;
        document.dispatchEvent(new Event("visibilitychange"));
      });
      other.say("whisper mila psst");
      other.say("say to mila hello");
      await page.waitForFunction(() => document.title.startsWith("(2) "));
      await page.evaluate(() => { globalThis.isHidden = false; document.dispatchEvent(new Event("visibilitychange")); });
      assert.ok(!(await page.title()).startsWith("("));
      await until(page, "whispers to you, “psst”");
      other.end();
      await sound(page);
    },
  },
];
