// DOM: elements made of values. Words come in as text nodes only.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, fields, ...inside) {
  const node = Object.assign(document.createElement(tag), fields);
  node.append(...inside);
  return node;
}

export function svg(tag, attributes, ...inside) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

export function button(words, does, label) {
  const node = make("button", { type: "button", textContent: words });
  if (label && label !== words) node.setAttribute("aria-label", label);
  node.addEventListener("click", does);
  return node;
}

// A text with nodes in place of the words in braces.
export function pieces(text, nodes) {
  return text.split(/\{([a-z]+)\}/u).map((part, n) => (n % 2 ? nodes[part] ?? `{${part}}` : part)).filter((it) => it !== "");
}

// A table with a heading for each column; a cell is words or a node, and the first of a row names it.
// One that is too wide scrolls in a frame of its own, which the keyboard reaches.
export function table(caption, heads, rows) {
  const head = heads.map((it) => make("th", { scope: "col", textContent: it }));
  const body = rows.map(([first, ...cells]) => make("tr", {},
    make("th", { scope: "row" }, first), ...cells.map((it) => make("td", {}, it))));
  const frame = make("div", { className: "table", tabIndex: 0 },
    make("table", {}, make("caption", { textContent: caption }), make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body)));
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", caption);
  return frame;
}

// A form of labelled fields in a row; `does` gets their values by name.
export function form(fields, words, does) {
  const submit = make("button", { type: "submit", textContent: words });
  const node = make("form", { className: "row" }, ...fields, submit);
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-disabled")) return;
    // What was begun is not begun again; the button keeps the focus meanwhile.
    submit.setAttribute("aria-disabled", "true");
    await does(Object.fromEntries(new FormData(node)), node);
    submit.removeAttribute("aria-disabled");
  });
  return node;
}

export function field(label, input) { return make("label", {}, `${label} `, input); }

export function choice(name, options, chosen) {
  const node = make("select", { name }, ...options.map(([value, words]) => make("option", { value, textContent: words })));
  node.value = chosen;
  return node;
}
