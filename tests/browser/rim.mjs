// Tests at the rim: floods, long pastes, another certificate, a model that answers with markup.

import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { connect as dial } from "node:tls";

import { axe, begin, comeIn, create, open, sound, telnet, type, until } from "./around.mjs";

const MEGABYTE = 1_048_576;
// What the script of the page may hold after a flood, beside its transcript of 20,000 lines.
const MOST_HEAP = 48 * MEGABYTE;

export const rim = [
  {
    name: "ten megabytes of output leave memory bounded and the page quick",
    async run(around) {
      const page = await open(around);
      let received = 0;
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => { received += payload.length; }));
      await comeIn(page);
      const devtools = await page.context().newCDPSession(page);
      const heap = async () => {
        await devtools.send("HeapProfiler.collectGarbage");
        return (await devtools.send("Runtime.getHeapUsage")).usedSize;
      };
      const first = await heap();
      await page.evaluate(() => {
        globalThis.gaps = [];
        let last = performance.now();
        const frame = (now) => { globalThis.gaps.push(now - last); last = now; requestAnimationFrame(frame); };
        requestAnimationFrame(frame);
      });
      const other = await telnet(around.port, "connect guest");
      let round = 0;
      for (; received < 10 * MEGABYTE; round += 1) {
        assert.ok(round < 1_000, `${received} bytes after ${round} rounds`);
        for (let n = 0; n < 50; n += 1) other.say(`say ${round} and ${n}: ${"what was heard at least once. ".repeat(128)}`);
        other.say(`say round ${round}.`);
        await until(page, `“round ${round}.”`);
      }
      const nodes = await page.locator("#log").evaluate((it) => it.childElementCount);
      assert.ok(nodes <= 1_200, `${nodes} paragraphs`);
      const aloud = await page.locator("#aloud").evaluate((it) => it.childElementCount);
      assert.ok(aloud <= 40, `${aloud} lines to be read aloud`);
      const last = await heap();
      assert.ok(last < MOST_HEAP, `${last} bytes of memory, ${first} before`);
      // Whoever reads further up stays there while more comes, and is told that there is more.
      await page.locator("#log").evaluate((it) => { it.scrollTop = it.scrollHeight / 2; });
      other.say("say something more.");
      await page.locator("#newest").waitFor();
      await page.locator("#newest").click();
      await page.locator("#newest").waitFor({ state: "hidden" });
      const gaps = (await page.evaluate(() => globalThis.gaps)).sort((one, two) => one - two);
      const percent = (it) => Math.round(gaps[Math.floor((gaps.length - 1) * it / 100)]);
      assert.ok(percent(50) < 50, `half of all frames took longer than ${percent(50)} ms`);
      other.end();
      await sound(page);
      return `${(received / MEGABYTE).toFixed(1)} MB; ${(first / MEGABYTE).toFixed(1)} MB of memory before, ${(last / MEGABYTE).toFixed(1)} MB after; a frame each ${percent(50)} ms, of 99 in 100 ${percent(99)} ms`;
    },
  },
  {
    name: "three hundred lines that are pasted arrive once and in order",
    async run(around) {
      const page = await open(around);
      await create(page, "Pola");
      const other = await telnet(around.port, "connect guest");
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData("text/plain", Array.from({ length: 320 }, (_, n) => `say pasted ${n}.`).join("\n"));
        document.querySelector("#line").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      });
      await page.getByText("Only the first 300 can be sent").waitFor();
      await page.getByRole("button", { name: "Send each" }).click();
      await until(page, "“pasted 299.”");
      await type(page, "say the end of it.");
      await other.until("the end of it.");
      const said = [...(await page.locator("#log").textContent()).matchAll(/“pasted (\d+)\.”/gu)].map(([, n]) => Number(n));
      assert.deepEqual(said, Array.from({ length: 300 }, (_, n) => n));
      other.end();
      await sound(page);
    },
  },
  {
    name: "a click on whom or what one reads of opens what can be done, and the transcript can be copied",
    small: true,
    async run(around) {
      const page = await open(around, { permissions: ["clipboard-read", "clipboard-write"] });
      await comeIn(page);
      await page.locator("#log .person", { hasText: "Pip" }).first().click();
      const box = page.locator("#deeds");
      await box.getByRole("button", { name: "Talk Pip" }).waitFor();
      assert.deepEqual(await axe(page), []);
      await box.getByRole("button", { name: "Look at Pip" }).click();
      await box.waitFor({ state: "hidden" });
      await page.locator("#log .echo", { hasText: "look at Pip" }).waitFor();
      await page.locator("#log .thing").first().click();
      await box.getByRole("button", { name: /^Look at/u }).waitFor();
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "hidden" });
      await page.locator("#log .exit").first().click();
      await page.waitForFunction(() => document.querySelectorAll("#log h2").length > 1);
      await page.getByRole("button", { name: "Transcript" }).click();
      assert.deepEqual(await axe(page), []);
      await page.getByRole("button", { name: "Copy all of it" }).click();
      await page.getByText("It is copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(copied.includes("Elm Square") && copied.includes("> look at Pip"), copied);
      await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not here")); });
      await page.getByRole("button", { name: "Copy all of it" }).click();
      await page.getByText("All of it is selected").waitFor();
      assert.ok(await page.evaluate(() => { const it = document.querySelector("#transcript-text"); return it.selectionEnd - it.selectionStart === it.value.length && it.value.length > 0; }));
      await page.getByRole("button", { name: "Back", exact: true }).click();
      await sound(page);
    },
  },
  {
    name: "another certificate is taken up, pages stay, and come back by it",
    async run() {
      const [around, other] = [await begin({ owner: false, tls: true }), await begin({ owner: false, tls: true })];
      try {
        const page = await open(around, { ignoreHTTPSErrors: true });
        assert.ok(around.url.startsWith("https:"), around.url);
        await create(page, "Cora");
        const by = () => new Promise((done, fail) => {
          const socket = dial({ host: "127.0.0.1", port: Number(new URL(around.url).port), rejectUnauthorized: false });
          socket.once("secureConnect", () => { done(socket.getPeerCertificate().fingerprint256); socket.destroy(); }).once("error", fail);
        });
        const before = await by();
        for (const file of ["certificate.pem", "key.pem"]) copyFileSync(join(other.data, "tls", file), join(around.data, "tls", file));
        const after = await by();
        assert.ok(before && after);
        assert.notEqual(before, after);
        const visitor = await open(around, { ignoreHTTPSErrors: true });
        await comeIn(visitor);
        await type(page, "say still here");
        await until(page, "“still here”");
        await page.context().setOffline(true);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await page.locator("#link", { hasText: "The link is lost" }).waitFor();
        await page.context().setOffline(false);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await page.waitForFunction(() => document.querySelector("#link").textContent === "");
        await type(page, "say back by the new one");
        await until(page, "“back by the new one”");
        await until(visitor, "“back by the new one”");
        await sound(visitor);
        await sound(page);
      } finally {
        await around.end();
        await other.end();
      }
    },
  },
  {
    name: "what a model answers is words, too",
    async run() {
      const payload = '<img src=x onerror=alert(1)> <script>alert(2)</script> &lt;b&gt; [x](javascript:alert(3))';
      let asked = 0;
      const model = createServer((request, response) => {
        request.resume().on("end", () => {
          asked += 1;
          response.setHeader("content-type", "application/json");
          const message = { role: "assistant", content: `Well, ${payload} is what they write.` };
          response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
        });
      });
      await new Promise((done) => { model.listen(0, "127.0.0.1", done); });
      const url = `http://127.0.0.1:${model.address().port}/v1`;
      const around = await begin({ owner: false, sections: `minds: (provider: "odd"), providers: { "odd": OpenAi(base_url: "${url}", model: "odd", form: Some(Words), answers: Some(All)) },` });
      try {
        const page = await open(around);
        await create(page, "Mona");
        await page.locator("#ways").getByRole("button", { name: "Go east" }).click();
        await until(page, "The Open Ear");
        await type(page, "say to mara what do they write on the walls here?");
        await until(page, /Mara.*is what they write/u);
        assert.ok(asked > 0);
        const text = await page.locator("#log").textContent();
        // The server takes whole tags out of what a model says; what is left of it is shown as it is.
        assert.match(text, /Mara says[^”]*<b>[^”]*is what they write/u);
        assert.equal(await page.evaluate(() => document.querySelectorAll("#log img, #log script, #log a, #log b").length), 0);
        await sound(page);
      } finally {
        await around.end();
        model.close();
      }
    },
  },
];
