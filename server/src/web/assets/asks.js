// Asks: lines that buttons give beside the story, and the answers to them.

import { t } from "/texts.js";

const WITHIN = 15_000;

export class Asks {
  constructor(send) { this.send = send; this.next = 1; this.waiting = new Map(); }

  // Gives a line; resolves to its answer: ok, b (blocks) and view. `lost` where none came.
  ask(line) {
    return new Promise((done) => {
      const id = this.next++;
      if (!this.send({ t: "ask", id, line })) { done(none()); return; }
      const late = setTimeout(() => this.hear({ id, ...none() }), WITHIN);
      this.waiting.set(id, (answer) => { clearTimeout(late); done(answer); });
    });
  }

  hear(answer) {
    const done = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    done?.(answer);
  }

  // The link is lost: what was asked is not answered any more.
  lost() { for (const id of [...this.waiting.keys()]) this.hear({ id, ...none() }); }
}

function none() { return { ok: false, lost: true, b: [] }; }

// The words of an answer.
export function wordsOf(answer) {
  if (answer.lost) return t("link.busy");
  return answer.b.map((it) => it.r.map(([, text]) => text).join("")).join("\n");
}
