// Around the tests: a server of its own on free ports, a browser, and words for what a visitor does.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(join(process.env.HEARSAY_BROWSER_MODULES, "package.json"));
const { chromium } = require("playwright-core");
const AXE = require.resolve("axe-core/axe.min.js");

const FLAGS = [
  "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run", "--disable-default-apps", "--disable-domain-reliability",
];
// Longest wait for something that comes by itself, by the clock; what ends a test in which it does not is
// `patience.mjs`.
const PATIENCE = 1_800_000;

// Who looks after the game in these tests, and the password of everybody in them.
export const OWNER = "Stella";
export const PASSWORD = "sesame-ninety-nine";

// Tabs and telnet clients that are open, to be closed when a test is given up.
const opened = new Set();

// Ends all that the test under way waits for.
export function giveUp() {
  for (const it of opened) it();
  opened.clear();
}

// Starts a server on the shipped content, which has an owner unless none is needed, and a browser. Sections
// of the settings may be added; with TLS the page has a certificate that the server made for itself.
export async function begin({ dayMinutes = 120, sections = "", tls = false, files = {}, owner = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hearsay-browser-"));
  cpSync("content", join(folder, "content"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "content", path)), { recursive: true });
    writeFileSync(join(folder, "content", path), text);
  }
  const settings = join(folder, "settings.ron");
  writeFileSync(settings, `(
    limits: (
      connects_per_minute: 10000, lines_per_second: 200, burst_lines: 400, burst_of_talk: 100000,
      bytes_per_second: 16777216, burst_bytes: 16777216,
    ),
    world: (day_minutes: ${dayMinutes}),
    web: (source: "https://git.example.org/town/{file}#L{line}", tls: ${tls}),
    ${sections}
  )`);
  const data = join(folder, "data");
  if (owner) await makeOwner(folder, settings, data, tls);
  let { url, port, stop } = await start(folder, settings, data, tls);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
  const end = async () => {
    await browser.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const around = { url, port, browser, data, content: join(folder, "content"), end };
  // Stops the server, does something meanwhile, and starts it at the same address.
  around.restart = async (meanwhile = async () => {}) => {
    await stop();
    await meanwhile();
    ({ port, stop } = await start(folder, settings, data, tls, new URL(url).host));
    around.port = port;
  };
  return around;
}

// Has the data folder know an owner.
async function makeOwner(folder, settings, data, tls) {
  const first = await start(folder, settings, data, tls);
  const owner = await telnet(first.port, `create ${OWNER} ${PASSWORD}`);
  // What the town's people learn at a first start is learned once there was an answer, and kept.
  owner.say("go east");
  owner.say("say hello");
  await owner.until("drink");
  owner.end();
  await first.stop();
  execFileSync(process.env.HEARSAY_PROGRAM, ["grant", OWNER, "owner", "--data", data]);
}

async function start(folder, settings, data, tls, web = "127.0.0.1:0") {
  const server = spawn(process.env.HEARSAY_PROGRAM, [
    "serve", "--telnet", "127.0.0.1:0", "--web", web, "--tls", tls ? "127.0.0.1:0" : "off", "--config", settings,
    "--data", data, "--content", join(folder, "content"),
  ], { stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const url = (await lines.next()).value?.replace("Open in a browser: ", "");
  const port = Number((await lines.next()).value?.split(":").at(-1));
  if (!url || !port) throw new Error("the server does not start");
  const stop = async () => {
    server.kill("SIGTERM");
    await new Promise((done) => { server.exitCode === null ? server.once("exit", done) : done(); });
  };
  return { url, port, stop };
}

// A tab that fails its test when the page reports an error or a breach of its policy.
export async function open({ url, browser }, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  opened.add(() => context.close().catch(() => {}));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (said) => { if (/Content Security Policy|Trusted/i.test(said.text())) page.faults.push(said.text()); });
  page.on("dialog", (dialog) => { page.faults.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (it) => { if (!it.url().startsWith(url) && !/^(ws|blob|data):/.test(it.url())) page.faults.push(`a request to ${it.url()}`); });
  await page.goto(url);
  return page;
}

// Comes in as a guest by one click.
export async function comeIn(page) {
  await page.getByRole("button", { name: "Come in as a guest" }).click();
  await page.locator("#log h2").first().waitFor();
  return (await page.evaluate(() => document.querySelector("#log").textContent)).length;
}

export async function type(page, line) {
  await page.locator("#line").fill(line);
  await page.locator("#line").press("Enter");
}

// Waits until the story holds words.
export async function until(page, words) {
  await page.waitForFunction((it) => new RegExp(it, "su").test(document.querySelector("#log").textContent), words instanceof RegExp ? words.source : words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), { timeout: PATIENCE });
}

// Runs axe on what is shown; returns its complaints.
export async function axe(page) {
  // Evaluated by the driver, which the page's own policy does not bind.
  await page.evaluate((await import("node:fs")).readFileSync(AXE, "utf8"));
  // A paragraph that is fading in has another contrast for a moment.
  await page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished)));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 120)} ${node.failureSummary}`));
}

// A telnet client that comes in by a line; has say(line) and until(words).
export async function telnet(port, line) {
  const socket = dial(port, "127.0.0.1");
  let heard = "";
  const waiting = new Set();
  socket.on("data", (data) => { heard += data.toString("latin1"); waiting.forEach((it) => it()); });
  socket.on("close", () => waiting.forEach((it) => it(true)));
  opened.add(() => socket.destroy());
  const client = {
    say: (words) => socket.write(`${words}\n`),
    until: (words) => new Promise((done, fail) => {
      const look = (over) => {
        if (heard.includes(words)) { waiting.delete(look); done(); } else if (over) fail(new Error(`telnet never read: ${words}; it read: ${heard.slice(-400)}`));
      };
      waiting.add(look); look();
    }),
    end: () => socket.destroy(),
  };
  client.say(line);
  await client.until("Welcome");
  return client;
}

// Ends a test of a tab: nothing may have gone wrong in it.
export async function sound(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

export async function create(page, name) {
  await page.getByText("I would like a name of my own").click();
  await page.locator("#create input[name=name]").fill(name);
  await page.locator("#create input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Take this name" }).click();
  await page.locator("#log h2").first().waitFor();
}

// Comes back with a name and the password of everybody here.
export async function connect(page, name) {
  await page.getByText("I have been here before").click();
  await page.locator("#connect input[name=name]").fill(name);
  await page.locator("#connect input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Come back" }).click();
  await page.locator("#log h2").first().waitFor();
}
