// Input: the line one types, with history, completion and a question before several lines are sent.

import { t } from "/texts.js";

const MOST_HISTORY = 200;
const MOST_LINES = 300;

export class Input {
  // `on` has send(line) and words(): the words that can be completed.
  constructor(form, line, hint, paste, on) {
    Object.assign(this, { form, line, hint, paste, on, history: [], at: 0, draft: "", asked: false });
    form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    line.addEventListener("keydown", (event) => this.key(event));
    line.addEventListener("input", () => this.suggest());
    line.addEventListener("paste", (event) => this.pasted(event));
    line.addEventListener("blur", () => { hint.textContent = ""; });
    paste.querySelector("form").addEventListener("submit", ({ submitter }) => this.chosen(submitter?.value));
    paste.addEventListener("cancel", () => this.chosen("none"));
  }

  submit() {
    const words = this.line.value;
    if (!this.on.send(words)) return;
    if (this.line.type !== "password" && words.trim() && words !== this.history.at(-1)) {
      this.history.push(words);
      if (this.history.length > MOST_HISTORY) this.history.shift();
    }
    this.at = this.history.length; this.draft = "";
    this.set("");
  }

  set(words) { this.line.value = words; this.suggest(); }

  // Puts words there for the player to go on with.
  begin(words) { this.set(words); this.line.focus(); this.line.setSelectionRange(words.length, words.length); }

  key(event) {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.recall(event.key === "ArrowUp" ? -1 : 1);
    } else if (event.key === "Tab" && !event.shiftKey && this.found && this.line.type !== "password") {
      event.preventDefault();
      this.set(this.found);
    } else if (event.key === "Escape") {
      this.found = null; this.hint.textContent = "";
    }
  }

  recall(step) {
    const at = this.at + step;
    if (at < 0 || at > this.history.length) return;
    if (this.at === this.history.length) this.draft = this.line.value;
    this.at = at;
    this.line.value = at === this.history.length ? this.draft : this.history[at];
    this.line.setSelectionRange(this.line.value.length, this.line.value.length);
  }

  // Shows what Tab would make of the word that is being typed.
  suggest() {
    this.found = null; this.hint.textContent = "";
    const typed = this.line.value;
    const [, before, part] = /^(.*?)(\S*)$/su.exec(typed);
    if (this.line.type === "password" || part.length < (before ? 2 : 1)) return;
    const { verbs, nouns } = this.on.words();
    const from = before.trim() ? nouns : [...verbs, ...nouns];
    const word = from.find((it) => it.length > part.length && it.toLowerCase().startsWith(part.toLowerCase()));
    if (!word) return;
    this.found = `${before}${word} `;
    this.hint.textContent = t("line.tab", { words: `${before}${word}` });
  }

  pasted(event) {
    const lines = event.clipboardData.getData("text/plain").split(/\r?\n/).map((it) => it.trim()).filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    this.pending = lines.slice(0, MOST_LINES);
    const cut = lines.length > MOST_LINES ? ` ${t("paste.cut", { most: MOST_LINES })}` : "";
    this.paste.querySelector("p").textContent = `${t("paste.words", { lines: lines.length })}${cut}`;
    this.paste.showModal();
  }

  chosen(how) {
    const lines = this.pending ?? [];
    this.pending = null;
    if (how === "all") lines.forEach((line) => this.on.send(line));
    if (how === "one") this.begin(`${this.line.value}${lines.join(" ")}`.slice(0, this.line.maxLength));
    this.line.focus();
  }

  // Shows a question before the next line, which may be hidden; none ends it.
  ask(question, words) { question.hidden = !words; question.textContent = words ?? ""; }

  hide(hidden) {
    this.line.type = hidden ? "password" : "text";
    this.line.autocomplete = hidden ? "current-password" : "off";
    this.set("");
  }
}
