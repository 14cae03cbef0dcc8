// Voice: what a screen reader says by itself. Each line is said once, in a place of its own beside the
// log: at once where it is meant for the reader, after what is being read where it is not.

const STAYS = 4_000;
const MOST = 40;
// What happens around, and by itself; it is left out where only talk is wanted.
const AROUND = new Set(["movement", "deed", "notice"]);

export class Voice {
  // `wants` says which lines: "all", "talk" or "none".
  constructor(polite, urgent, wants) { Object.assign(this, { polite, urgent, wants }); }

  say(words, kind, meant) {
    const wanted = this.wants();
    if (wanted === "none" || (wanted === "talk" && AROUND.has(kind) && !meant)) return;
    const place = meant || kind === "refusal" ? this.urgent : this.polite;
    const line = document.createElement("p");
    line.textContent = words;
    place.append(line);
    while (place.childElementCount > MOST) place.firstElementChild.remove();
    // It stays long enough to be read out, and is found by nobody who goes through the page later.
    setTimeout(() => line.remove(), STAYS);
  }
}
