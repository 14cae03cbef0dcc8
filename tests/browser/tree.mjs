// Tests of what a screen reader is given: the accessibility tree as the browser has it, while somebody plays.

import assert from "node:assert/strict";

import { PASSWORD, comeIn, connect, create, open, sound, telnet, type, until, OWNER } from "./around.mjs";
import { view } from "./views.mjs";

// Roles of what one can act on; each needs a name.
const CONTROLS = new Set([
  "button", "link", "textbox", "searchbox", "checkbox", "radio", "slider", "spinbutton", "combobox", "listbox",
  "option", "tab", "menuitem", "DisclosureTriangle", "switch", "meter",
]);
// Roles of what is jumped to; each needs a name where there are several of its kind.
const PLACES = new Set(["region", "navigation", "dialog", "log", "form", "img", "image", "table", "radiogroup"]);

// What a screen reader goes through, in order: role, name, and level of a heading. `inside` is the id of
// an element, to go through it alone.
async function tree(page, inside) {
  page.devtools ??= await page.context().newCDPSession(page);
  const { nodes } = await page.devtools.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((it) => [it.nodeId, it]));
  const property = (node, name) => node.properties?.find((it) => it.name === name)?.value.value;
  let root = nodes[0];
  if (inside) {
    const { root: document } = await page.devtools.send("DOM.getDocument");
    const { nodeId } = await page.devtools.send("DOM.querySelector", { nodeId: document.nodeId, selector: `#${inside}` });
    const { node } = await page.devtools.send("DOM.describeNode", { nodeId });
    root = nodes.find((it) => it.backendDOMNodeId === node.backendNodeId);
    if (!root) return [];
  }
  const found = [];
  const walk = (node) => {
    if (!node.ignored) {
      found.push({
        role: node.role?.value ?? "", name: (node.name?.value ?? "").trim(), level: property(node, "level"),
        live: property(node, "live"), expanded: property(node, "expanded"), focused: property(node, "focused"),
      });
    }
    for (const id of node.childIds ?? []) if (byId.has(id)) walk(byId.get(id));
  };
  walk(root);
  return found;
}

// What is wrong with a tree, whatever it shows.
function faults(all, where) {
  const told = [];
  for (const { role, name } of all) {
    if (CONTROLS.has(role) && !name) told.push(`${where}: a ${role} has no name`);
    if (PLACES.has(role) && !name && all.filter((it) => it.role === role).length > 1) told.push(`${where}: one of several of the role ${role} has no name`);
  }
  const marks = all.filter((it) => ["navigation", "region", "log", "dialog"].includes(it.role)).map((it) => `${it.role} ${it.name}`);
  for (const it of new Set(marks)) if (marks.filter((other) => other === it).length > 1) told.push(`${where}: there are two of ${it}`);
  for (const role of ["main", "log"]) if (all.filter((it) => it.role === role).length > 1) told.push(`${where}: there are two of the role ${role}`);
  const titles = all.filter((it) => it.role === "heading");
  if (titles.some((it) => !it.name)) told.push(`${where}: a heading is empty`);
  if (all[0]?.role === "RootWebArea" && !all.some((it) => it.role === "dialog") && titles.filter((it) => it.level === 1).length !== 1) told.push(`${where}: there is not one heading of the first level`);
  return told;
}

const headings = (all, level) => all.filter((it) => it.role === "heading" && it.level === level).map((it) => it.name);
const names = (all, role) => all.filter((it) => it.role === role).map((it) => it.name);

// Notes every line that comes into the story, and every one that is said by itself.
async function listen(page) {
  await page.evaluate(() => {
    globalThis.shown = [];
    globalThis.spoken = [];
    const watch = (id, list, wanted) => new MutationObserver((all) => all.forEach((it) => it.addedNodes.forEach((node) => { if (wanted(node)) list.push(node.textContent); })))
      .observe(document.getElementById(id), { childList: true });
    watch("log", globalThis.shown, (it) => it.getAttribute("aria-hidden") !== "true");
    watch("aloud", globalThis.spoken, () => true);
    watch("aloud-now", globalThis.spoken, () => true);
  });
}

// What was shown and not said, or said and not shown, or said more often than shown.
async function unlike(page) {
  const [shown, spoken] = await page.evaluate(() => [globalThis.shown, globalThis.spoken]);
  const left = [...spoken];
  const silent = shown.filter((it) => { const at = left.indexOf(it); if (at >= 0) left.splice(at, 1); return at < 0; });
  return { silent, repeated: left, number: shown.length };
}

export const trees = [
  {
    name: "a screen reader is given names, headings and each line once through a visit",
    async run(around) {
      const page = await open(around);
      const told = [];
      const look = async (where, inside) => {
        const all = await tree(page, inside);
        told.push(...faults(all, where));
        return all;
      };
      const front = await look("front");
      assert.deepEqual(headings(front, 2), ["Who is here", "News"]);
      assert.ok(names(front, "button").includes("Come in as a guest"));
      await create(page, "Wanda");
      await listen(page);
      const other = await telnet(around.port, `create wolf ${PASSWORD}`);
      // A room for each heading; a talk; a channel; a refusal; help.
      await page.locator("#ways").getByRole("button", { name: "Go east" }).click();
      await page.waitForFunction(() => document.querySelectorAll("#log h2").length === 2);
      await type(page, "say hello");
      await until(page, /Mara (says|asks).*drink/u);
      await type(page, "say plum brandy, please");
      await until(page, "So it is plum brandy");
      await type(page, "chat good evening");
      await until(page, "good evening");
      await type(page, "xyzzy");
      await type(page, "help");
      await page.locator("#log h3").first().waitFor();
      await page.locator("#ways").getByRole("button", { name: "Go west" }).click();
      await page.waitForFunction(() => document.querySelectorAll("#log h2").length === 3);
      other.say("say good evening, Wanda.");
      other.say("whisper wanda the key is under the elm.");
      await until(page, "under the elm.");
      const game = await look("game");
      assert.deepEqual(headings(game, 2).filter((it) => /Square|Ear/u.test(it)), ["Elm Square", "The Open Ear", "Elm Square"], "a heading for each room, in order");
      const log = game.filter((it) => it.role === "log");
      assert.deepEqual(log.map((it) => it.name), ["What happens"]);
      assert.equal(log[0].live ?? "off", "off", "the log says nothing by itself");
      for (const it of ["Around you", "Story"]) assert.ok(names(game, "region").includes(it), `${it} is a place to jump to`);
      assert.deepEqual(names(game, "navigation"), ["Game"]);
      assert.ok(names(game, "group").includes("Ways"));
      const lines = names(game, "textbox");
      assert.deepEqual(lines, ["What do you do?"]);
      assert.ok(!(await tree(page, "log")).some((it) => it.name === "say hello"), "what one typed oneself is not read");
      // Panels say whether they are open.
      const panel = async (name) => (await tree(page, "panels")).find((it) => it.role === "button" && it.name === name)?.expanded;
      assert.equal(await panel("Map"), false);
      await page.getByRole("button", { name: "Map", exact: true }).click();
      assert.equal(await panel("Map"), true);
      assert.match(names(await look("panels", "panels"), "image").concat(names(await tree(page, "panels"), "img")).join(), /^Map of what you have seen/u);
      await page.getByRole("button", { name: "Map", exact: true }).click();
      assert.equal(await panel("Map"), false);
      for (const name of ["Who is awake", "What people want", "What they know of you", "Letters", "Board"]) await page.getByRole("button", { name, exact: true }).click();
      await page.locator("#body-board").getByRole("button", { name: "Look again" }).waitFor();
      await look("all panels open");
      // The box of a name, and the boxes of the bar.
      await page.locator("#log .person", { hasText: "Pip" }).first().click();
      await page.locator("#deeds button").first().waitFor();
      const deeds = await look("box of a name", "deeds");
      assert.deepEqual([deeds[0].role, deeds[0].name], ["dialog", "What you can do"]);
      assert.deepEqual(names(deeds, "button"), ["Talk Pip", "Look at Pip", "Whisper Pip"]);
      assert.equal(deeds.find((it) => it.focused)?.name, "Talk Pip", "it is read from its first button on");
      await page.keyboard.press("Escape");
      for (const [button, title] of [["Reading", "Reading"], ["Transcript", "Transcript"]]) {
        await page.getByRole("button", { name: button, exact: true }).click();
        const box = await look(button);
        assert.deepEqual(names(box, "dialog"), [title]);
        assert.ok(!names(box, "log").length, "a box shuts out what is behind it");
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: "You", exact: true }).click();
      await page.locator("#sheet tbody tr", { hasText: "Wanda" }).waitFor();
      await look("account");
      await page.locator("#sheet").getByRole("button", { name: "Back to the story" }).click();
      // A link that is lost is told, and what was missed is said once.
      await page.context().setOffline(true);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.locator("#link", { hasText: "The link is lost" }).waitFor();
      const lost = await look("lost link");
      assert.ok(lost.some((it) => it.role === "status"), "the state of the link is a status");
      assert.ok(lost.some((it) => it.name.startsWith("The link is lost")));
      other.say("say while you were away.");
      await other.until("while you were away");
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await until(page, "while you were away.");
      await page.waitForFunction(() => document.querySelector("#link").textContent === "");
      await look("link that is back");
      const { silent, repeated, number } = await unlike(page);
      assert.deepEqual({ silent, repeated, told }, { silent: [], repeated: [], told: [] });
      assert.ok(number > 20, `only ${number} lines were shown`);
      other.end();
      await sound(page);
      return `${number} lines, each said once`;
    },
  },
  {
    name: "a screen reader is given names and headings on a phone, as a guest, and on the staff's pages",
    async run(around) {
      const told = [];
      const phone = await open(around, { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
      await comeIn(phone);
      told.push(...faults(await tree(phone), "phone"));
      assert.ok(!names(await tree(phone), "region").includes("Around you"), "what is out of sight is not read");
      await phone.getByRole("button", { name: "Around you" }).click();
      const panels = await tree(phone);
      told.push(...faults(panels, "panels of a phone"));
      assert.equal(panels.find((it) => it.focused && it.role === "button")?.name, "Back to the story");
      await sound(phone);
      const page = await open(around);
      await connect(page, OWNER);
      for (const [hash, title] of [
        ["#staff/people", "The town’s own people"], ["#staff/why/mara/4", "Why Mara did"], ["#staff/rumours", "What goes round"],
        ["#staff/reports", "Open reports"], ["#staff/cost", "What thoughts cost"], ["#staff/audit", "What the staff did"], ["#staff/reload", "Read the content"],
        ["#staff/command", "Any other"],
      ]) {
        await view(page, hash, title);
        const all = await tree(page);
        told.push(...faults(all, hash));
        assert.ok(headings(all, 3).some((it) => it.includes(title)), `${hash} has its heading`);
        assert.equal(all.filter((it) => it.focused).at(-1)?.role, "heading", "it is read from its heading on");
      }
      assert.deepEqual(told, []);
      await sound(page);
    },
  },
];
