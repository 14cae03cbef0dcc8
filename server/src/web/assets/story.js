// Story: what happens, as paragraphs and headings. Words come in as text nodes only.

const MOST_KEPT = 1_200;
// Pause in which what comes is gathered: a flood is laid out a few times a second, not once a line.
const GATHERED = 30;
// Lines that may fade in together.
const MOST_FRESH = 12;
const CLICKS = new Set(["person", "thing", "exit", "command", "topic", "channel"]);

export class Story {
  // `does` is asked what a click on a span means: does(style, words, command, place). `voice` says lines aloud.
  constructor(log, newest, does, voice) {
    this.voice = voice;
    this.log = log; this.newest = newest; this.name = ""; this.lines = [];
    log.addEventListener("click", (event) => {
      const span = event.target.closest(".send");
      if (span && getSelection().isCollapsed) does(span.dataset.style, span.textContent, span.dataset.command, span.getBoundingClientRect());
    });
    log.addEventListener("scroll", () => { if (this.atEnd()) newest.hidden = true; });
    newest.addEventListener("click", () => this.toEnd());
    new ResizeObserver(() => { if (this.follows) this.toEnd(); }).observe(log);
    this.follows = true;
    this.coming = document.createDocumentFragment();
  }

  atEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    this.follows = scrollHeight - scrollTop - clientHeight < 48;
    return this.follows;
  }

  toEnd() { this.log.scrollTop = this.log.scrollHeight; this.newest.hidden = true; this.follows = true; }

  clear() { this.flush(); this.log.replaceChildren(); this.lines = []; this.newest.hidden = true; }

  // Adds blocks; says whether one was meant for the reader or names them.
  add(blocks) {
    let called = false;
    for (const block of blocks) called = this.block(block, this.coming) || called;
    while (this.coming.childElementCount > MOST_KEPT) this.coming.firstElementChild.remove();
    this.due ??= setTimeout(() => this.flush(), GATHERED);
    return called;
  }

  echo(words) {
    const line = paragraph(["echo"]);
    line.setAttribute("aria-hidden", "true");
    line.textContent = words;
    this.lines.push(`> ${words}`);
    this.flush();
    this.coming.append(line);
    this.flush(true);
  }

  // Shows what has come.
  flush(follows = this.atEnd()) {
    clearTimeout(this.due);
    this.due = null;
    if (!this.coming.childElementCount) return;
    // What fades in is laid out and drawn many times over; a flood of that holds up the page.
    if (this.coming.childElementCount <= MOST_FRESH) for (const it of this.coming.children) it.classList.add("fresh");
    this.log.append(this.coming);
    while (this.log.childElementCount > MOST_KEPT) this.log.firstElementChild.remove();
    if (follows) this.toEnd(); else this.newest.hidden = false;
  }

  block(block, out) {
    const { k: kind, me, to, r: runs } = block;
    const lines = splitLines(runs);
    const words = runs.map(([, text]) => text).join("");
    const talk = kind === "speech" || kind === "private" || kind === "channel" || kind === "pose";
    const mention = talk && !me && !!this.name && hasWord(words, this.name);
    for (const line of lines) {
      const text = line.map(([, it]) => it).join("");
      this.lines.push(text);
      if (!text.trim()) continue;
      const node = lineOf(line, [kind, me && "me", to && "to", (to || mention) && talk && "mention"], "h2", "h3");
      out.append(node);
      this.voice?.say(node.textContent, kind, talk && !me && (!!to || mention));
    }
    while (this.lines.length > 20_000) this.lines.splice(0, 5_000);
    return talk && !me && (!!to || mention);
  }

  get transcript() { return `${this.lines.join("\n")}\n`; }
}

// A line as a paragraph, or as a heading of these levels where it is one.
function lineOf(line, classes, room, heading) {
  const only = line.every(([style]) => style === line[0][0]) ? line[0][0] : null;
  const level = { room, heading }[only];
  const node = level ? document.createElement(level) : paragraph([...classes, line[0][1].startsWith("  ") && "item"]);
  let before = "";
  for (const run of line) { node.append(spanOf(run, before)); before = run[1].at(-1); }
  return node;
}

// The lines of a block beside the story, with headings of these levels.
export function drawn({ k: kind, r: runs }, room = "h4", heading = "h5") {
  return splitLines(runs).filter((line) => line.some(([, text]) => text.trim())).map((line) => lineOf(line, [kind], room, heading));
}

function paragraph(classes) {
  const node = document.createElement("p");
  node.classList.add(...classes.filter(Boolean));
  return node;
}

// Cuts runs at their line ends.
function splitLines(runs) {
  const lines = [[]];
  for (const [style, text, command] of runs) {
    text.split("\n").forEach((part, n) => {
      if (n > 0) lines.push([]);
      if (part) lines.at(-1).push([style, part, command]);
    });
  }
  return lines.filter((line) => line.length > 0);
}

function spanOf([style, text, command], before) {
  const words = style === "command" ? text : typeset(text, before);
  if (!style || style === "prose" || style === "room" || style === "heading") return document.createTextNode(words);
  const span = document.createElement("span");
  span.className = CLICKS.has(style) ? style : `s-${style}`;
  const clicks = style === "person" || style === "thing" || style === "channel" || command !== undefined;
  if (clicks) {
    span.classList.add("send");
    span.dataset.style = style;
    if (command !== undefined) span.dataset.command = command;
  }
  span.textContent = words;
  return span;
}

// Sets quotation marks and apostrophes as books do, by what stands before them.
function typeset(text, before) {
  const set = `${before}${text}`
    .replace(/(^|[\s([—–])"/g, "$1“").replace(/"/g, "”")
    .replace(/(^|[\s([—–“])'/g, "$1‘").replace(/'/g, "’");
  return set.slice(before.length);
}

function hasWord(text, word) {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at < 0) return false;
  const letter = /[\p{L}\p{N}]/u;
  return !letter.test(text[at - 1] ?? "") && !letter.test(text[at + word.length] ?? "");
}
