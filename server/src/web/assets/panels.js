// Panels: what is around the player, from the data that the server sends beside the story.

import { t } from "/texts.js";
import { make, svg, button } from "/dom.js";
import { drawn } from "/story.js";

const WAYS = {
  n: ["north", 0, -1], s: ["south", 0, 1], e: ["east", 1, 0], w: ["west", -1, 0],
  ne: ["northeast", 1, -1], nw: ["northwest", -1, -1], se: ["southeast", 1, 1], sw: ["southwest", -1, 1],
  u: ["up"], d: ["down"], in: ["in"], out: ["out"],
};
// Panels that hold the answer to a command: the command, how one of its numbers is read, and what
// can be begun there.
const READ = {
  known: { line: "memory", more: [[t("known.of-one"), "memory "], [t("known.forget"), "forget me"]] },
  mail: { line: "mail", one: "mail", more: [[t("mail.write"), "mail "]] },
  board: { line: "board", one: "board", more: [[t("board.pin"), "post "]] },
};
const REFRESH = 30_000;
const MOST_ROOMS = 400;
const STEP = 74;
const NEAR = 2;

export const wayName = (short) => WAYS[short]?.[0] ?? short;

export class Panels {
  // `on` has send(line), begin(words), ask(what), and closed: the names of closed panels, with keep().
  constructor(aside, ways, where, on) {
    Object.assign(this, { aside, ways, where, on });
    this.bodies = {};
    for (const [name, title] of [["here", t("panel.here")], ["carrying", t("panel.carrying")], ["map", t("panel.map")], ["who", t("panel.who")], ["quests", t("panel.quests")], ["known", t("panel.known")], ["mail", t("panel.mail")], ["board", t("panel.board")]]) this.panel(name, title);
    setInterval(() => this.refresh(), REFRESH);
    this.reset();
  }

  reset() {
    Object.assign(this, { me: "", room: null, people: new Set(), here: new Map(), carried: new Map(), coins: null, role: "guest", known: new Map(), awake: [], quests: [] });
    this.draw();
  }

  panel(name, title) {
    const section = make("section", { className: "panel" });
    const button = make("button", { type: "button", textContent: title, id: `panel-${name}` });
    const body = make("div", { className: "panel-body", id: `body-${name}` });
    button.setAttribute("aria-controls", body.id);
    const show = (open) => { button.setAttribute("aria-expanded", open); body.hidden = !open; };
    show(!this.on.closed.includes(name));
    this.opened ??= new Set();
    if (READ[name] && !body.hidden) this.opened.add(name);
    button.addEventListener("click", () => {
      const open = body.hidden;
      show(open);
      this.on.keep(name, open);
      if (open) { this.refresh(); if (READ[name]) this.readInto(name); }
    });
    section.append(make("h2", {}, button), body);
    this.aside.append(section);
    this.bodies[name] = body;
  }

  // Takes a message of the server.
  hear(name, data) {
    switch (name) {
      case "Char.Name": this.me = data.name; break;
      case "Char.Status": this.coins = data.coins; this.role = data.role; this.on.role?.(data.role); break;
      case "Room.Info": this.enter(data); this.refresh(); this.opened.forEach((it) => this.readInto(it)); this.opened.clear(); break;
      case "Room.Players": this.people = new Set(data.map((it) => it.name)); break;
      case "Room.AddPlayer": this.people.add(data.name); break;
      case "Room.RemovePlayer": this.people.delete(typeof data === "string" ? data : data.name); break;
      case "Char.Items.List": this.list(data.location)?.clear(); data.items.forEach((it) => this.list(data.location)?.set(it.id, it)); break;
      case "Char.Items.Add": case "Char.Items.Update": this.list(data.location)?.set(data.item.id, data.item); break;
      case "Char.Items.Remove": this.list(data.location)?.delete(data.item.id); break;
      case "Hearsay.Who": this.awake = data; break;
      case "Hearsay.Quests": this.quests = data; break;
      default: return;
    }
    this.drawSoon();
  }

  list(location) { return { room: this.here, inv: this.carried }[location]; }

  // Asks for what does not come by itself, where it is looked at.
  refresh() {
    if (document.hidden || !this.room) return;
    for (const what of ["who", "quests"]) if (!this.bodies[what].hidden) this.on.ask(what);
  }

  // Fills a panel with what a command answers, once it is opened; the numbers in it are buttons.
  async readInto(name) {
    const { line, one, more } = READ[name];
    const answer = await this.on.read(line);
    if (answer.lost) { this.fill(name, [make("p", { textContent: t("panel.lost") })]); return; }
    const lines = answer.b.flatMap((it) => drawn(it, "h3", "h3"));
    const numbers = one ? lines.map((it) => /^\s*(\d+)\b/u.exec(it.textContent)?.[1]).filter(Boolean) : [];
    const read = (n) => async () => {
      const letter = await this.on.read(`${one} ${n}`);
      this.fill(name, [...letter.b.flatMap((it) => drawn(it, "h3", "h3")), button(t("panel.back"), () => this.readInto(name))]);
    };
    this.fill(name, [
      ...lines, make("p", { className: "acts" }, ...numbers.map((n) => button(t("panel.read", { number: n }), read(n))),
        button(t("panel.again"), () => this.readInto(name)), ...more.map(([words, begin]) => button(words, () => this.on.begin(begin)))),
    ]);
  }

  // Notes a room and where it lies, as seen from the one before it.
  enter(room) {
    const old = this.room && this.known.get(this.room.num);
    const known = this.known.get(room.num) ?? {};
    if (known.x === undefined) {
      const way = old && Object.entries(this.room.exits).find(([, num]) => num === room.num)?.[0];
      const [, dx, dy] = WAYS[way] ?? [];
      if (dx !== undefined && !this.at(old.area, old.x + dx, old.y + dy)) Object.assign(known, { x: old.x + dx, y: old.y + dy, area: old.area });
      else Object.assign(known, { x: 0, y: 0, area: room.num });
    }
    Object.assign(known, { name: room.name, exits: room.exits });
    if (this.known.size >= MOST_ROOMS && !this.known.has(room.num)) this.known.clear();
    this.known.set(room.num, known);
    this.room = room;
  }

  at(area, x, y) { return [...this.known.values()].find((it) => it.area === area && it.x === x && it.y === y); }

  // Names that one may want to type.
  get nouns() {
    const items = [...this.here.values(), ...this.carried.values()].map((it) => bare(it.name));
    const ways = Object.keys(this.room?.exits ?? {}).map(wayName);
    return [...this.people, ...items, ...ways].filter((it) => it !== this.me);
  }

  // Draws once for all messages that came together.
  drawSoon() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => { this.due = false; this.draw(); });
  }

  draw() {
    this.where.textContent = this.room?.name ?? "";
    const exits = Object.entries(this.room?.exits ?? {});
    const go = ([short]) => button(wayName(short), () => this.on.send(wayName(short)), t("ways.go", { way: wayName(short) }));
    replace(this.ways, exits.map(go));
    const others = [...this.people].filter((it) => it !== this.me);
    const folk = [...this.here.values()].filter((it) => it.attrib?.includes("m"));
    const things = [...this.here.values()].filter((it) => !it.attrib?.includes("m"));
    this.fill("here", [
      make("p", { textContent: this.room?.name ?? t("here.nowhere") }),
      ...this.group(t("here.people"), [...folk.map((it) => it.name), ...others], (name) => this.person(name)),
      ...this.group(t("here.things"), [...alike(things)], ([it, many]) => this.thing(it, false, many)),
      ...this.group(t("here.ways"), exits, ([short, num]) => {
        const beyond = this.known.get(num)?.name;
        return make("li", {}, button(wayName(short), () => this.on.send(wayName(short))), beyond ? ` ${t("here.beyond", { room: beyond })}` : "");
      }),
    ]);
    const carried = [...this.carried.values()];
    this.fill("carrying", [
      make("p", { textContent: this.coins === null ? "" : this.coins === "1" ? t("carrying.coin") : t("carrying.coins", { number: this.coins }) }),
      carried.length ? make("ul", {}, ...[...alike(carried)].map(([it, many]) => this.thing(it, true, many))) : make("p", { textContent: t("carrying.nothing") }),
    ]);
    this.drawMap();
    const awake = this.awake.map((it) => make("li", { textContent: `${it.name}${it.guest ? ` ${t("who.guest")}` : ""}${it.away ? ` ${t("who.away")}` : ""}` }));
    this.fill("who", [awake.length ? make("ul", {}, ...awake) : make("p", { textContent: t("who.looking") })]);
    const quest = (it) => make("li", { className: it.done ? "done" : "" }, make("strong", { textContent: it.name }), it.done ? `: ${t("quests.done")}` : `: ${it.wants}`);
    this.fill("quests", [
      make("ul", {}, ...this.quests.map(quest)),
      button(t("quests.hint"), () => this.on.send("hint")),
    ]);
  }

  // Fills a panel, and leaves open what is open in it, and the focus where it was.
  fill(name, nodes) {
    const body = this.bodies[name];
    const open = new Set([...body.querySelectorAll("details[open]")].map((it) => it.dataset.key));
    const focus = body.contains(document.activeElement) ? focusKey(document.activeElement) : null;
    replace(body, nodes);
    for (const it of body.querySelectorAll("details")) it.open = open.has(it.dataset.key);
    if (focus) [...body.querySelectorAll("button, summary")].find((it) => focusKey(it) === focus)?.focus();
  }

  group(title, items, draw) {
    if (!items.length) return [];
    return [make("h3", { textContent: title }), make("ul", {}, ...items.map(draw))];
  }

  person(name) { return this.deeds(name, "person", this.deedsWithPerson(name)); }

  thing(it, mine = false, many = 1) {
    return this.deeds(it.name, "thing", this.deedsWithThing(it, mine), it.id, many > 1 ? ` (${many})` : "");
  }

  // What can be done with whom or what is named in the story: words for it, and what does it.
  deedsWith(style, text) {
    if (style === "person") return this.deedsWithPerson(text);
    const named = (list) => [...list.values()].find((it) => bare(it.name) === bare(text));
    const mine = named(this.carried);
    return this.deedsWithThing(mine ?? named(this.here) ?? { name: text }, !!mine);
  }

  deedsWithPerson(name) {
    return [
      [t("deeds.talk"), () => this.on.begin(`say to ${name} `)], [t("deeds.look"), () => this.on.send(`look at ${name}`)],
      [t("deeds.whisper"), () => this.on.begin(`whisper ${name} `)],
    ];
  }

  deedsWithThing(it, mine) {
    const name = bare(it.name);
    const deeds = [[t("deeds.look"), () => this.on.send(`look at ${name}`)]];
    if (mine) deeds.push([t("deeds.drop"), () => this.on.send(`drop ${name}`)], [t("deeds.give"), () => this.on.begin(`give ${name} to `)]);
    else if (it.attrib?.includes("t")) deeds.push([t("deeds.take"), () => this.on.send(`get ${name}`)]);
    return deeds;
  }

  deeds(name, kind, deeds, key = name, more = "") {
    const details = make("details", { className: "deeds" }, make("summary", { className: kind, textContent: `${name}${more}` }),
      make("div", {}, ...deeds.map(([words, does]) => button(words, does, `${words} ${name}`))));
    details.dataset.key = `${kind}-${key}`;
    return make("li", {}, details);
  }

  drawMap() {
    const at = this.room && this.known.get(this.room.num);
    if (!at) { this.fill("map", [make("p", { textContent: t("map.nothing") })]); return; }
    const near = [...this.known].filter(([, it]) => it.area === at.area && Math.abs(it.x - at.x) <= NEAR && Math.abs(it.y - at.y) <= NEAR);
    const side = (2 * NEAR + 1) * STEP;
    const x = (it) => (it.x - at.x + NEAR + 0.5) * STEP;
    const y = (it) => (it.y - at.y + NEAR + 0.5) * STEP;
    const lines = [];
    const marks = [];
    for (const [num, it] of near) {
      for (const [short, to] of Object.entries(it.exits)) {
        const [, dx, dy] = WAYS[short] ?? [];
        if (dx === undefined) continue;
        const there = this.known.get(to);
        const end = there?.area === it.area ? there : { x: it.x + dx, y: it.y + dy };
        lines.push(svg("line", { x1: x(it), y1: y(it), x2: x(end), y2: y(end) }));
        if (!there) marks.push(svg("g", { class: "unseen-room" }, svg("circle", { cx: x(end), cy: y(end), r: 7 })));
      }
      const label = svg("text", { x: x(it), y: y(it) + 25 });
      label.textContent = it.name.length > 14 ? `${it.name.slice(0, 13)}…` : it.name;
      marks.push(svg("g", num === this.room.num ? { class: "at" } : {}, svg("circle", { cx: x(it), cy: y(it), r: 10 }), label));
    }
    const names = Object.entries(at.exits).map(([short, num]) => t("map.way", { way: wayName(short), room: this.known.get(num)?.name ?? t("map.new") }));
    const words = t("map.words", { room: at.name, ways: names.join(", ") || t("map.no-ways") });
    // No more height than what is drawn takes, with room for the names.
    const heights = marks.flatMap((it) => [...it.querySelectorAll("circle")]).map((it) => Number(it.getAttribute("cy")));
    const [top, bottom] = [Math.max(0, Math.min(...heights) - 20), Math.min(side, Math.max(...heights) + 35)];
    const map = svg("svg", { class: "map", viewBox: `0 ${top} ${side} ${bottom - top}`, role: "img", "aria-label": t("map.label") }, ...lines, ...marks);
    this.fill("map", [map, make("p", { className: "small", textContent: words })]);
  }
}

// Things of the same name as one, with their number: one deed is as good with any of them.
function alike(things) {
  const found = new Map();
  for (const it of things) {
    const same = found.get(it.name);
    found.set(it.name, [same?.[0] ?? it, (same?.[1] ?? 0) + 1]);
  }
  return found.values();
}

// The name without its article, as one types it.
function bare(name) { return name.replace(/^(an?|the|some) /iu, ""); }

function replace(node, inside) { node.replaceChildren(...inside); }

function focusKey(node) { return `${node.tagName} ${node.getAttribute("aria-label") ?? node.textContent}`; }
