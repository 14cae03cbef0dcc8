// Tests of the pages beside the story: the staff's, and a player's account.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { OWNER, PASSWORD, axe, connect, create, open, sound, telnet, type, until } from "./around.mjs";

// Opens a page of the sheet by its address, and waits until it is drawn.
export async function view(page, hash, words) {
  await page.evaluate((it) => { location.hash = it; }, hash);
  await page.locator("#sheet h3", { hasText: words }).waitFor();
  await page.locator(".sheet-body:not([aria-busy])").waitFor();
}

// Talk that leaves a record: said, whispered, reported, shouted.
export async function visit(around, name) {
  const guest = await telnet(around.port, `create ${name} ${PASSWORD}`);
  guest.say("go east");
  await guest.until("The Open Ear");
  guest.say("say hello");
  await guest.until("drink");
  guest.say("whisper mara I hid the plum under the stair");
  guest.say("say plum brandy, please");
  await guest.until("So it is plum brandy");
  guest.say("bug The third stair creaks in the wrong key.");
  await guest.until("Thank you");
  guest.say(`report mara: She would not stop talking to ${name}.`);
  guest.say("shout the bell leans!");
  await guest.until("You shout");
  return guest;
}

async function words(page) { return page.locator("#sheet").textContent(); }

export const views = [
  {
    name: "the staff sees why, and who reads what was whispered stands in the audit",
    small: true,
    async run(around) {
      const guest = await visit(around, "Quin");
      const page = await open(around);
      await connect(page, OWNER);
      const story = (await page.locator("#log").textContent()).length;
      await page.getByRole("button", { name: "Staff", exact: true }).click();
      await page.locator("#sheet tbody tr").first().waitFor();
      await page.getByRole("button", { name: "Why Mara" }).click();
      await page.locator("#sheet h3", { hasText: "Why Mara did" }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.tagName), "H3", "it is read from its heading on");
      await view(page, "#staff/why/mara/12", "Why Mara did");
      const told = await words(page);
      assert.ok(told.includes("plum brandy") && !told.includes("under the stair"), told);
      assert.ok(told.includes("characters, for"), "it says that something is hidden");
      const thoughts = page.locator("details.thought");
      assert.ok(await thoughts.count() > 1);
      assert.equal(await page.locator("details.thought[open]").count(), 1, "the newest is unfolded");
      await page.getByRole("button", { name: "Unfold all" }).click();
      assert.equal(await page.locator("details.thought:not([open])").count() <= 2, true);
      await page.getByLabel("Also what was said in private").check();
      await page.getByRole("button", { name: "Show why" }).click();
      await page.getByText("This shows what was said in private").waitFor();
      assert.ok((await words(page)).includes("under the stair"));
      await view(page, "#staff/audit", "What the staff did");
      assert.ok((await words(page)).includes("why mara private 12"));
      // Nothing of all this is in the story, and Escape leads back to it.
      await page.keyboard.press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement.id), "line");
      assert.equal((await page.locator("#log").textContent()).length, story);
      guest.end();
      await sound(page);
    },
  },
  {
    name: "reports are read and closed, and content with a problem is led to",
    async run(around) {
      const guest = await visit(around, "Rolf");
      const page = await open(around);
      await connect(page, OWNER);
      await view(page, "#staff/reports", "Open reports");
      await page.locator("#sheet tr", { hasText: "Rolf" }).filter({ hasText: "talking" }).getByRole("button").click();
      await page.getByText("What Rolf heard before").waitFor();
      await page.getByLabel("What was done").fill("Spoke with her.");
      await page.getByRole("button", { name: "Close the report" }).click();
      await page.locator("#sheet h3", { hasText: "Open reports" }).waitFor();
      await page.getByText(/Report \d+ is closed/u).waitFor();
      assert.equal(await page.locator("#sheet tr", { hasText: "Rolf" }).filter({ hasText: "talking" }).count(), 0);
      // A slip in the content: all stays as it is, and the page leads to the line.
      const file = join(around.content, "zones/town.ron");
      const good = readFileSync(file, "utf8");
      writeFileSync(file, good.replace('to: "market"', 'to: "markte"'));
      await view(page, "#staff/reload", "Read the content");
      await page.getByRole("button", { name: "Read the content again" }).click();
      await page.getByText("Nothing was changed", { exact: true }).waitFor();
      const link = page.locator(".problems a").first();
      assert.match(await link.getAttribute("href"), /^https:\/\/git\.example\.org\/town\/zones\/town\.ron#L\d+$/u);
      assert.match(await link.textContent(), /^zones\/town\.ron:\d+:\d+$/u);
      writeFileSync(file, good);
      await page.getByRole("button", { name: "Read the content again" }).click();
      await page.getByText("The content is read", { exact: true }).waitFor();
      await view(page, "#staff/cost", "What thoughts cost");
      await page.locator("#sheet table").first().waitFor();
      const bars = await page.evaluate(async () => {
        const { costPicture } = await import("/pictures.js");
        const day = (date, tokens) => ({ date, spent: { questions: 1, tokens, lines: 2 } });
        const frame = costPicture([day("2026-11-27", 1_500), day("2026-11-26", 3_000)]);
        return [...frame.querySelectorAll("rect")].map((it) => Number(it.getAttribute("height")));
      });
      assert.deepEqual(bars, [130, 65], "oldest first, by their tokens");
      await view(page, "#staff/command", "Any other command");
      await page.getByLabel("Command").fill("accounts show rolf");
      await page.getByRole("button", { name: "Give it" }).click();
      await page.locator(".said", { hasText: "Rolf" }).waitFor();
      guest.end();
      await sound(page);
    },
  },
  {
    name: "what goes round is drawn, and told in words beside the picture",
    async run(around) {
      const guest = await visit(around, "Sven");
      const page = await open(around);
      await connect(page, OWNER);
      await view(page, "#staff/rumours", "What goes round");
      await page.getByRole("button", { name: "Its path: Sven shouted" }).click();
      const picture = page.getByRole("img", { name: /Picture of the path: Sven shouted.*Mara saw it/u });
      await picture.waitFor();
      assert.match(await page.locator("ol.steps li").first().textContent(), /Mara saw it, 100 % strong/u);
      // A longer path, as data has it: each retelling is an arrow.
      const drawn = await page.evaluate(async () => {
        const { pathPicture } = await import("/pictures.js");
        const who = (id, from, retellings) => ({ id, name: id, from: from && { id: from, name: from }, retellings, strength: 100 - 30 * retellings, at: "2026-11-27 20:14 UTC" });
        const frame = pathPicture({ words: "x", carriers: [who("mara"), who("pip", "mara", 1), who("noll", "ann", 1), who("tace", "pip", 2)] });
        return { arrows: frame.querySelectorAll(".arrow").length, circles: frame.querySelectorAll("circle").length, saw: frame.querySelectorAll(".saw").length, label: frame.querySelector("svg").getAttribute("aria-label") };
      });
      assert.deepEqual({ ...drawn, label: undefined }, { arrows: 3, circles: 5, saw: 1, label: undefined });
      assert.ok(drawn.label.includes("tace heard it from pip"), drawn.label);
      guest.end();
      await sound(page);
    },
  },
  {
    name: "who is none of the staff finds no staff page",
    small: true,
    async run(around) {
      const page = await open(around);
      await create(page, "Tova");
      assert.equal(await page.getByRole("button", { name: "Staff", exact: true }).isVisible(), false);
      await page.evaluate(() => { location.hash = "#staff/why/mara"; });
      await type(page, "say still in the story");
      await until(page, "still in the story");
      assert.equal(await page.locator("#sheet").isVisible(), false);
      // Whoever asks for it all the same is answered as by a typed line.
      const answers = await page.evaluate(() => new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/play`);
        const heard = [];
        socket.onopen = () => socket.send(JSON.stringify({ t: "guest" }));
        socket.onmessage = ({ data }) => {
          for (const it of JSON.parse(data)) {
            if (it.in) for (const [id, line] of [[1, "why mara"], [2, "audit"], [3, "@npc cost"]]) socket.send(JSON.stringify({ t: "ask", id, line }));
            if (it.g === "Hearsay.Answer" && heard.push(it.d) === 3) { socket.close(); done(heard); }
          }
        };
      }));
      assert.ok(answers.every((it) => !it.ok && !it.view), JSON.stringify(answers));
      await sound(page);
    },
  },
  {
    name: "a player looks after their account by forms",
    small: true,
    async run(around) {
      const page = await open(around);
      await create(page, "Ulla");
      await type(page, "say hello");
      await page.getByRole("button", { name: "You", exact: true }).click();
      await page.locator("#sheet tbody tr", { hasText: "Ulla" }).waitFor();
      await page.locator("#sheet").getByLabel("Name").fill("Ursel");
      await page.getByRole("button", { name: "Make another character" }).click();
      await page.locator("#sheet [role=status]", { hasText: "Ursel is one of your characters now" }).waitFor();
      await page.locator("#sheet tbody tr", { hasText: "Ursel" }).waitFor();
      await view(page, "#account/password", "Your password");
      const change = async (now, one, two) => {
        await page.getByLabel("Password now").fill(now);
        await page.getByLabel("The new one, of").fill(one);
        await page.getByLabel("The new one once more").fill(two);
        await page.getByRole("button", { name: "Change the password" }).click();
      };
      await change("not-the-password", "another-sesame", "another-sesame");
      await page.getByText("That is not your password").waitFor();
      await change(PASSWORD, "another-sesame", "another-sesamy");
      await page.getByText("Those two are not the same").waitFor();
      await change(PASSWORD, "another-sesame", "another-sesame");
      await page.getByText("Your password is changed").waitFor();
      await view(page, "#account/kept", "What is kept of you");
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download what is kept" }).click()]);
      const kept = JSON.parse(readFileSync(await file.path(), "utf8"));
      assert.equal(kept.names.length, 2);
      await page.getByLabel("I mean it").check();
      await page.getByRole("button", { name: "Have them forget me" }).click();
      await page.locator("#sheet [role=status]", { hasText: /forg/u }).first().waitFor();
      await view(page, "#account/characters", "Your characters");
      await page.getByRole("button", { name: "Play Ursel" }).click();
      await until(page, "wake up as Ursel");
      assert.ok(!(await page.content()).includes("another-sesame"), "no password is anywhere");
      await view(page, "#account/delete", "Delete your account");
      await page.getByLabel("Your password").fill("another-sesame");
      await page.getByLabel("To delete it for ever").fill("delete");
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByText("Nothing is kept of you here").first().waitFor();
      const again = await open(around);
      await create(again, "Ulla");
      await sound(again);
      await sound(page);
    },
  },
  {
    name: "axe finds nothing to complain about on the pages beside the story",
    small: true,
    async run(around) {
      const guest = await visit(around, "Vera");
      const complaints = [];
      const page = await open(around);
      await connect(page, OWNER);
      for (const theme of ["light", "dark", "contrast"]) {
        await page.evaluate((it) => { document.documentElement.dataset.theme = it; }, theme);
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 720 });
          for (const [hash, title] of [
            ["#staff/people", "The town’s own people"], ["#staff/why/mara/4/private", "Why Mara did"], ["#staff/rumours", "What goes round"],
            ["#staff/reports", "Open reports"], ["#staff/cost", "What thoughts cost"], ["#staff/audit", "What the staff did"], ["#staff/reload", "Read the content"],
            ["#staff/command", "Any other"], ["#account/characters", "Your characters"], ["#account/password", "Your password"], ["#account/kept", "What is kept"], ["#account/delete", "Delete"],
          ]) {
            await view(page, hash, title);
            for (const it of await page.locator("details:not([open]) > summary").all()) if (await it.isVisible()) await it.click();
            complaints.push(...(await axe(page)).map((it) => `${theme} ${width} ${hash}: ${it}`));
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            if (wide > 0) complaints.push(`${width} ${hash} is ${wide} pixels too wide`);
          }
        }
      }
      assert.deepEqual(complaints, []);
      guest.end();
      await sound(page);
    },
  },
];
