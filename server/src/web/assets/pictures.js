// Pictures of the staff's pages as SVG, each with the same in words or in a table beside it.

import { t } from "/texts.js";
import { make, svg } from "/dom.js";

const STEP = 64;
const COLUMN = 150;
const LEFT = 64;

// The path of a rumour: below each who tells it stand those who hear it from them, a column further to
// the right, so that no arrow goes through anybody.
export function pathPicture({ words, carriers }) {
  const known = new Map(carriers.map((it) => [it.id, { id: it.id, name: it.name, it, below: [] }]));
  const roots = [];
  for (const it of carriers) {
    const node = known.get(it.id);
    if (!it.from || it.from.id === it.id) { roots.push(node); continue; }
    // Somebody who told it and is none of the town's own people.
    if (!known.has(it.from.id)) { known.set(it.from.id, { ...it.from, it: null, below: [] }); roots.push(known.get(it.from.id)); }
    known.get(it.from.id).below.push(node);
  }
  const nodes = [];
  const arrows = [];
  const place = (node, column, from) => {
    // Two who have it from each other, each a better version, stand once.
    if (node.row !== undefined) return;
    Object.assign(node, { column, row: nodes.length });
    nodes.push(node);
    if (from) arrows.push([from, node]);
    for (const below of node.below) place(below, column + 1, node);
  };
  for (const node of [...roots, ...known.values()]) place(node, 0, null);
  const width = LEFT * 2 + COLUMN * Math.max(1, ...nodes.map((it) => it.column + 1));
  const height = STEP * nodes.length + 20;
  const x = (node) => LEFT + node.column * COLUMN;
  const y = (node) => STEP * (node.row + 0.5) + 4;
  const head = svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, svg("path", { d: "M0 0 8 4 0 8z" }));
  const lines = arrows.map(([from, to]) => {
    const [x1, y1, x2, y2] = [x(from), y(from) + 13, x(to) - 15, y(to)];
    return svg("path", { class: "arrow", d: `M${x1} ${y1} C${x1} ${y2} ${x1 + 30} ${y2} ${x2} ${y2}`, "marker-end": "url(#head)" });
  });
  const marks = nodes.map((node) => {
    const { it } = node;
    const name = svg("text", { x: x(node) + 20, y: y(node) - 2 });
    name.textContent = shortened(node.name);
    const more = svg("text", { class: "faint", x: x(node) + 20, y: y(node) + 14 });
    more.textContent = it ? `${it.at.slice(11, 16)}, ${it.strength} %` : t("path.tells");
    const circle = svg("circle", { class: it && !it.from ? "saw" : "", cx: x(node), cy: y(node), r: 12, "fill-opacity": it ? Math.max(0.15, it.strength / 100) : 0 });
    return svg("g", {}, circle, name, more);
  });
  const told = t("path.label", { words, steps: carriers.map((it) => (it.from ? t("path.one-heard", { name: it.name, from: it.from.name }) : t("path.one-saw", { name: it.name }))).join(", ") });
  const picture = svg("svg", { class: "path", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": told }, svg("defs", {}, head), ...lines, ...marks);
  return framed(picture, t("path.picture"));
}

// Tokens of each day, oldest on the left; lines, where no model was asked.
export function costPicture(days) {
  const shown = days.slice(0, 14).reverse();
  const unit = shown.some((it) => it.spent.tokens) ? "tokens" : "lines";
  const most = Math.max(1, ...shown.map((it) => it.spent[unit]));
  const [bar, tall] = [48, 130];
  const width = Math.max(4, shown.length) * bar + 24;
  const bars = shown.flatMap((it, n) => {
    const high = Math.max(1, it.spent[unit] / most * tall);
    const day = svg("text", { x: 12 + (n + 0.5) * bar, y: tall + 40 });
    day.textContent = it.date.slice(5);
    const many = svg("text", { class: "faint", x: 12 + (n + 0.5) * bar, y: tall + 16 - high });
    many.textContent = brief(it.spent[unit]);
    return [svg("rect", { x: 12 + n * bar + 8, y: tall + 22 - high, width: bar - 16, height: high, rx: 3 }), many, day];
  });
  const each = shown.map((it) => `${it.date}: ${it.spent[unit]}`).join(", ");
  const told = unit === "tokens" ? t("cost.label-tokens", { days: each }) : t("cost.label-lines", { days: each });
  const picture = svg("svg", { class: "bars", viewBox: `0 0 ${width} ${tall + 52}`, width, height: tall + 52, role: "img", "aria-label": told }, ...bars);
  return framed(picture, unit === "tokens" ? t("cost.picture-tokens") : t("cost.picture-lines"));
}

function framed(picture, label) {
  const frame = make("div", { className: "picture", tabIndex: 0 }, picture);
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", label);
  return frame;
}

function shortened(name) { return name.length > 15 ? `${name.slice(0, 14)}…` : name; }

function brief(n) { return n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e3 ? `${(n / 1e3).toFixed(1)}k` : String(n); }
