// Boxes over the story: what can be done with what was clicked, and the transcript.

import { t } from "/texts.js";
import { make, button } from "/dom.js";

// Distance between what was clicked and the box, in pixels.
const GAP = 4;

export class Deeds {
  constructor(box) { this.box = box; }

  // Opens under what was clicked, or over it where there is no room below.
  open(name, deeds, at) {
    const close = (does) => () => { this.box.hidePopover(); does(); };
    this.box.replaceChildren(make("p", { textContent: name }), ...deeds.map(([words, does]) => button(words, close(does), `${words} ${name}`)));
    this.box.showPopover();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const below = at.bottom + GAP + height <= innerHeight;
    this.box.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
    this.box.style.top = `${Math.max(GAP, below ? at.bottom + GAP : at.top - GAP - height)}px`;
    this.box.querySelector("button").focus();
  }
}

export class Transcript {
  // `save` gets the text.
  constructor(box, save) {
    this.box = box; this.text = box.querySelector("textarea"); this.said = box.querySelector("[role=status]");
    box.querySelector("#copy").addEventListener("click", () => this.copy());
    box.addEventListener("close", () => { if (box.returnValue === "save") save(this.text.value); this.text.value = ""; });
  }

  open(text) {
    this.text.value = text; this.said.textContent = "";
    this.box.returnValue = "back";
    this.box.showModal();
    this.text.scrollTop = this.text.scrollHeight;
  }

  async copy() {
    // Browsers give pages without TLS no clipboard, unless they come from this very machine.
    try {
      await navigator.clipboard.writeText(this.text.value);
      this.said.textContent = t("transcript.copied");
    } catch {
      this.text.focus(); this.text.select();
      this.said.textContent = t("transcript.selected");
    }
  }
}
