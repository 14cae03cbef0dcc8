// Tests of what outlasts a connection, and of how a page calls and speaks: a server that is started again,
// sound, notifications, and texts of the game's own.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { OWNER, PASSWORD, axe, begin, comeIn, connect, create, open, sound, telnet, type, until } from "./around.mjs";

const counted = (text, words) => text.split(words).length - 1;

// Has the page believe that nobody looks at it.
async function look(page, looks) {
  await page.evaluate((it) => {
    globalThis.looks = it;
    Object.defineProperty(document, "hidden", { get: () => !globalThis.looks, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, looks);
}

// Counts what the page plays, and what it notifies of, by stand-ins for the browser's own.
async function listen(page, permission) {
  await page.addInitScript((may) => {
    globalThis.played = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function begin(...at) { globalThis.played += 1; return start.apply(this, at); };
    globalThis.notified = [];
    globalThis.permissions = 0;
    globalThis.Notification = class {
      static permission = "default";

      static async requestPermission() { globalThis.permissions += 1; this.permission = may; return may; }

      constructor(title, { body }) { globalThis.notified.push([title, body]); }
    };
  }, permission);
  await page.reload();
}

export const stays = [
  {
    name: "a server that is started again has its pages back by themselves, each missed line once",
    small: true,
    async run() {
      const around = await begin({ owner: false });
      try {
        const page = await open(around);
        await create(page, "Resi");
        const guest = await open(around);
        await comeIn(guest);
        await guest.locator("#ways").getByRole("button", { name: "Go east" }).click();
        await until(guest, "The Open Ear");
        const other = await telnet(around.port, `create rolf ${PASSWORD}`);
        other.say("say before the end.");
        await until(page, "before the end.");
        // Its link is lost first, so that it misses what is said.
        await page.context().setOffline(true);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await page.locator("#link", { hasText: "The link is lost" }).waitFor();
        for (let n = 0; n < 3; n += 1) other.say(`whisper resi missed ${n}.`);
        await other.until("missed 2.");
        await page.locator("#line").fill("say half a sen");
        await around.restart(async () => {
          await other.until("please connect again in a minute");
          await guest.locator("#log").getByText("This page comes back by itself").waitFor();
          await guest.locator("#link", { hasText: "The server is away" }).waitFor();
          await page.context().setOffline(false);
        });
        const begun = Date.now();
        for (const it of [page, guest]) {
          await it.evaluate(() => dispatchEvent(new Event("online")));
          await it.locator("#log").getByText("The server was started again, and you are back").first().waitFor();
          await it.waitForFunction(() => document.querySelector("#link").textContent === "");
        }
        const took = Date.now() - begun;
        const text = await page.locator("#log").textContent();
        for (let n = 0; n < 3; n += 1) assert.equal(counted(text, `missed ${n}.`), 1, text);
        assert.equal(counted(text, "before the end."), 1, text);
        assert.equal(await page.locator("#line").inputValue(), "say half a sen", "what was typed is kept");
        assert.equal(await guest.locator("#where").textContent(), "The Open Ear", "a guest is where they were");
        await type(guest, "say hello");
        await until(guest, /Mara (says|asks)/u);
        await type(page, "whois me");
        await until(page, /Resi/u);
        assert.equal(await page.locator("#log").getByText("There is a new version").count(), 0);
        // Another link that is lost does not show it all once more.
        await page.context().setOffline(true);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await page.locator("#link", { hasText: "The link is lost" }).waitFor();
        await page.context().setOffline(false);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await page.waitForFunction(() => document.querySelector("#link").textContent === "");
        await type(page, "say there again.");
        await until(page, "there again.");
        const after = await page.locator("#log").textContent();
        for (const words of ["missed 0.", "missed 2.", "The server was started again"]) assert.equal(counted(after, words), 1, after);
        assert.deepEqual(await axe(page), []);
        other.end();
        await sound(page);
        await sound(guest);
        return `back ${took} ms after the server`;
      } finally {
        await around.end();
      }
    },
  },
  {
    name: "a page that is older than the server says so, once",
    async run(around) {
      const page = await open(around);
      // The scripts of the page run once it is read.
      await page.addInitScript(() => document.addEventListener("readystatechange", () => { document.querySelector("#front").dataset.build = "older"; }));
      await page.reload();
      await comeIn(page);
      await page.locator("#log").getByText("There is a new version of this page").waitFor();
      await page.context().setOffline(true);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.locator("#link", { hasText: "The link is lost" }).waitFor();
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.waitForFunction(() => document.querySelector("#link").textContent === "");
      await type(page, "say here.");
      await until(page, "“here.”");
      assert.equal(await page.locator("#log").getByText("There is a new version of this page").count(), 1);
      await sound(page);
    },
  },
  {
    name: "a sound is played when one is spoken to, only where it is wanted",
    async run(around) {
      const page = await open(around);
      await listen(page, "granted");
      await create(page, "Sona");
      const other = await telnet(around.port, `create sven ${PASSWORD}`);
      // Where none of the town's people hears and greets them.
      for (const way of ["east", "north"]) { await type(page, way); other.say(way); }
      await page.locator("#where", { hasText: "Snug" }).waitFor();
      await other.until("Snug");
      const played = () => page.evaluate(() => globalThis.played);
      other.say("whisper sona one.");
      await until(page, "one.");
      assert.equal(await played(), 0, "it is off at first");
      await page.getByRole("button", { name: "Reading" }).click();
      assert.equal(await page.getByLabel("A soft sound").isChecked(), false);
      await page.getByLabel("A soft sound").check();
      await page.keyboard.press("Escape");
      other.say("say nothing to anybody.");
      await until(page, "nothing to anybody.");
      assert.equal(await played(), 0, "it was not meant for her");
      other.say("whisper sona two.");
      await until(page, "two.");
      other.say("say Sona is her name.");
      await until(page, "is her name.");
      await type(page, "say Sona is my name.");
      await until(page, "is my name.");
      const [meant, own] = await page.evaluate(() => [document.querySelectorAll("#log .mention:not(.me)").length, document.querySelectorAll("#log .mention.me").length]);
      const state = await page.evaluate(() => [...document.querySelectorAll("#log .mention")].map((it) => it.textContent.split("“").at(-1)));
      assert.deepEqual(state.slice(state.indexOf("one.”")), ["one.”", "two.”", "Sona is her name.”"], "what was meant for her, and not her own words");
      assert.equal(await played(), 2, "once for each of them since it is wanted");
      // Lines that come together are one sound.
      const many = await played();
      await page.context().setOffline(true);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.locator("#link", { hasText: "The link is lost" }).waitFor();
      for (const it of ["while", "you", "were away."]) other.say(`whisper sona ${it}`);
      await other.until("were away.");
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await until(page, "were away.");
      assert.equal(await played(), many + 1);
      // It stays chosen, and can be taken back. A page that is loaded again calls nobody to what it had shown,
      // though the server does not know yet that it did.
      other.say("whisper sona just now.");
      await until(page, "just now.");
      await page.reload();
      await page.locator("#log h2").first().waitFor();
      await page.getByRole("button", { name: "Reading" }).click();
      assert.equal(await page.getByLabel("A soft sound").isChecked(), true);
      assert.equal(await page.locator("#log").getByText("just now.").count(), 0);
      assert.equal(await played(), 0);
      await page.getByLabel("A soft sound").uncheck();
      await page.keyboard.press("Escape");
      other.say("whisper sona three.");
      await until(page, "three.");
      assert.equal(await played(), 0);
      other.end();
      await sound(page);
    },
  },
  {
    name: "nobody is asked for notifications but who wants them, and they tell no words",
    async run(around) {
      const page = await open(around);
      await listen(page, "granted");
      await create(page, "Nora");
      const other = await telnet(around.port, `create nils ${PASSWORD}`);
      const state = () => page.evaluate(() => ({ asked: globalThis.permissions, told: globalThis.notified }));
      await look(page, false);
      other.say("whisper nora one.");
      await until(page, "one.");
      assert.deepEqual(await state(), { asked: 0, told: [] });
      await look(page, true);
      await page.getByRole("button", { name: "Reading" }).click();
      assert.equal(await page.getByLabel("A notification").isChecked(), false);
      await page.getByLabel("A notification").check();
      await page.keyboard.press("Escape");
      other.say("whisper nora two.");
      await until(page, "two.");
      assert.deepEqual(await state(), { asked: 1, told: [] }, "she looks at the page");
      await look(page, false);
      other.say("whisper nora the key is under the elm.");
      await until(page, "under the elm.");
      other.say("say nothing to anybody.");
      await until(page, "nothing to anybody.");
      const { told } = await state();
      assert.equal(told.length, 1);
      assert.match(told[0][1], /^Somebody speaks to you\.$/u);
      other.end();
      await sound(page);
      const refused = await open(around);
      await listen(refused, "denied");
      await comeIn(refused);
      await refused.getByRole("button", { name: "Reading" }).click();
      await refused.getByLabel("A notification").click();
      await refused.waitForFunction(() => globalThis.permissions === 1);
      await refused.waitForFunction(() => !document.querySelector("input[name=notify]").checked);
      await sound(refused);
    },
  },
  {
    name: "panels stay closed or open over a reload, each as it was left",
    async run(around) {
      const page = await open(around);
      await create(page, "Petra");
      const state = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("#panels h2 button")].map((it) => [it.textContent, it.getAttribute("aria-expanded") === "true" && !document.getElementById(it.getAttribute("aria-controls")).hidden])));
      const first = await state();
      assert.deepEqual({ here: first.Here, carrying: first.Carrying, map: first.Map }, { here: true, carrying: true, map: false });
      for (const name of ["Here", "Map", "Letters"]) await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("button", { name: "Reading" }).click();
      await page.getByLabel("Dark").check();
      await page.keyboard.press("Escape");
      const left = { ...first, Here: false, Map: true, Letters: true };
      assert.deepEqual(await state(), left);
      await page.reload();
      await page.locator("#log h2").first().waitFor();
      assert.deepEqual(await state(), left, "after a reload");
      assert.ok(await page.locator("#body-map svg").isVisible());
      assert.equal(await page.locator("#body-here").isVisible(), false);
      await page.locator("#body-mail").getByRole("button", { name: "Look again" }).waitFor();
      await page.getByRole("button", { name: "Here", exact: true }).click();
      await page.getByRole("button", { name: "Map", exact: true }).click();
      await type(page, "quit");
      await page.locator("#link", { hasText: "The visit is over" }).waitFor();
      await page.goto(around.url);
      await connect(page, "Petra");
      assert.deepEqual(await state(), { ...left, Here: true, Map: false }, "on another visit");
      await sound(page);
    },
  },
  {
    name: "a game speaks and looks its own way on the page, by text alone",
    async run() {
      const texts = {
        "front.guest": "Komm herein <img src=x onerror=alert(1)>", "front.many": "{number} sind wach.", "bar.around": "Umher",
        "bar.help": "Hilfe", "guide.steps": "Schritt {step} von {steps}.", "panel.here": "Hier", "ways.go": "Geh nach {way}",
        "carrying.coins": "{number} Münzen.", "reading.title": "Lesen", "staff.title": "Hinter der Bühne", "people.show-one": "Zeige {name}", "why.title-one": "Warum {name}",
        "thought.ended": "Schluss", "line.label": "Was tust du?\" onfocus=\"alert(2)",
      };
      const style = (pixels) => `#place, .bar-name { letter-spacing: ${pixels}px; } :root { --accent: rgb(1, 2, 3); } body { background: url(https://elsewhere.example/x.png); }`;
      const around = await begin({ files: { "page/style.css": style(3), "page/texts.ron": `{${Object.entries(texts).map(([key, text]) => `${JSON.stringify(key)}: ${JSON.stringify(text)}`).join(",\n")}}` } });
      try {
        const page = await open(around);
        const spacing = (id) => page.locator(id).evaluate((it) => getComputedStyle(it).letterSpacing);
        assert.equal(await spacing("#place"), "3px");
        writeFileSync(join(around.content, "page/style.css"), style(5));
        // A style may ask for nothing from elsewhere; the policy of the page sees to that.
        assert.ok(page.faults.some((it) => /violates the following Content Security Policy/u.test(it)) && page.faults.every((it) => it.includes("elsewhere.example")), page.faults.join("\n"));
        await page.reload();
        assert.equal(await spacing("#place"), "5px", "each visitor gets it as it is now");
        page.faults.length = 0;
        await page.getByRole("button", { name: texts["front.guest"] }).click();
        await page.locator("#log h2").first().waitFor();
        await page.locator("#guide").getByText("Schritt 1 von 4.").waitFor();
        await page.getByRole("button", { name: "Hier", exact: true }).waitFor();
        await page.locator("#ways").getByRole("button", { name: "Geh nach east" }).click();
        await until(page, "The Open Ear");
        assert.equal(await page.locator("label[for=line]").textContent(), texts["line.label"]);
        assert.equal(await page.evaluate(() => document.querySelectorAll("#front form img, [onfocus], [onerror]").length), 0);
        assert.equal(await spacing(".bar-name"), "5px");
        assert.deepEqual(await axe(page), []);
        page.faults.length = 0;
        await sound(page);
        const staff = await open(around);
        await connect(staff, OWNER);
        await staff.evaluate(() => { location.hash = "#staff/people"; });
        await staff.getByRole("heading", { name: texts["staff.title"] }).waitFor();
        await staff.getByRole("button", { name: "Zeige Mara" }).waitFor();
        await staff.evaluate(() => { location.hash = "#staff/why/mara"; });
        await staff.getByRole("heading", { name: "Warum Mara" }).waitFor();
        await staff.locator(".timeline strong", { hasText: "Schluss" }).first().waitFor();
        assert.deepEqual(await axe(staff), []);
        staff.faults.length = 0;
        await sound(staff);
      } finally {
        await around.end();
      }
    },
  },
];
