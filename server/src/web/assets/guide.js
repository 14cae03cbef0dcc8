// Guide: the first steps of somebody who has never been here, one at a time.

import { make, button } from "/dom.js";

const KEY = "hearsay-guided";

// Words, what does it with a click, and the line by which it is done.
const STEPS = [
  ["Look around you.", "Look", "look", /^(l|look)\b/iu],
  ["Say hello to whoever is near. What you type after say is heard by all who are here.", "Say hello", "say hello", /^(say|'|"|ask|greet|talk)\b/iu],
  ["Walk on. The ways stand above the line that you type in.", null, null, /^(go|n|s|e|w|u|d|ne|nw|se|sw|north|south|east|west|up|down|in|out|enter|climb)\b/iu],
  ["Find out what people want. There are small stories to be part of, and nobody has to.", "A hint", "hint", /^(hint|quest|quests|journal)\b/iu],
];

export class Guide {
  // `send` gives a line.
  constructor(place, send) {
    this.place = place; this.send = send; this.left = [];
  }

  // Begins for whoever has not been guided in this browser.
  begin() {
    let known = null;
    try { known = localStorage.getItem(KEY); } catch { /* it is shown each time */ }
    this.left = known ? [] : [...STEPS];
    this.draw();
  }

  // Takes note of a line that was given: a step may be done before it is shown.
  heed(line) {
    const left = this.left.filter(([, , , done]) => !done.test(line.trim()));
    if (left.length === this.left.length) return;
    this.left = left;
    this.draw();
  }

  end() { this.left = []; this.draw(); }

  draw() {
    const [step] = this.left;
    this.place.hidden = !step;
    if (!step) {
      this.place.replaceChildren();
      try { localStorage.setItem(KEY, "yes"); } catch { /* it is shown the next time, too */ }
      return;
    }
    const [words, label, line] = step;
    const acts = label ? [button(label, () => this.send(line))] : [];
    this.place.replaceChildren(
      make("p", {}, make("strong", { textContent: `First steps, ${STEPS.length - this.left.length + 1} of ${STEPS.length}. ` }), words),
      make("span", { className: "acts" }, ...acts, button("I know", () => this.end(), "I know, no first steps")));
  }
}
