// Guide: the first steps of somebody who has never been here, one at a time.

import { t } from "/texts.js";
import { make, button } from "/dom.js";

const KEY = "hearsay-guided";

// Words, what does it with a click, and the line by which it is done.
const STEPS = [
  [t("guide.look"), t("guide.look-button"), "look", /^(l|look)\b/iu],
  [t("guide.talk"), t("guide.talk-button"), "say hello", /^(say|'|"|ask|greet|talk)\b/iu],
  [t("guide.walk"), null, null, /^(go|n|s|e|w|u|d|ne|nw|se|sw|north|south|east|west|up|down|in|out|enter|climb)\b/iu],
  [t("guide.hint"), t("guide.hint-button"), "hint", /^(hint|quest|quests|journal)\b/iu],
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
      make("p", {}, make("strong", { textContent: `${t("guide.steps", { step: STEPS.length - this.left.length + 1, steps: STEPS.length })} ` }), words),
      make("span", { className: "acts" }, ...acts, button(t("guide.end"), () => this.end(), t("guide.end-label"))));
  }
}
