// Look: how the page is read. What is chosen stays in this browser.

import { t } from "/texts.js";

const KEY = "hearsay-look";
const FIRST = { theme: "system", size: 100, still: false, echo: true, sound: false, notify: false, aloud: "all", closed: ["map", "who", "quests", "known", "mail", "board"] };

export class Look {
  constructor(dialog) {
    this.chosen = { ...FIRST, ...read() };
    this.form = dialog.querySelector("form");
    this.form.addEventListener("input", () => this.take());
    this.dialog = dialog;
    this.apply();
  }

  open() {
    const { theme, size, still, echo, sound, notify, aloud } = this.chosen;
    const fields = this.form.elements;
    fields.theme.value = theme; fields.size.value = size;
    fields.still.checked = still; fields.echo.checked = echo; fields.sound.checked = sound; fields.notify.checked = notify; fields.aloud.value = aloud;
    this.dialog.showModal();
  }

  take() {
    const fields = this.form.elements;
    Object.assign(this.chosen, {
      theme: fields.theme.value, size: Number(fields.size.value), still: fields.still.checked,
      echo: fields.echo.checked, sound: fields.sound.checked, notify: fields.notify.checked, aloud: fields.aloud.value,
    });
    this.apply(); this.keep();
    if (this.chosen.notify) this.permit(fields.notify);
  }

  // Asks the browser whether it may notify, once somebody wants that.
  async permit(box) {
    const may = globalThis.Notification ? await Notification.requestPermission() : "denied";
    if (may === "granted") return;
    box.checked = false; this.chosen.notify = false;
    this.keep();
  }

  // Notifies that somebody speaks, where that is wanted and nobody looks. It tells no words: they may
  // be for one alone.
  notify(title) {
    if (!this.chosen.notify || !document.hidden || globalThis.Notification?.permission !== "granted") return;
    new Notification(title, { body: t("notify.words"), tag: "hearsay" });
  }

  apply() {
    const root = document.documentElement;
    const { theme, size, still } = this.chosen;
    if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
    if (still) root.dataset.still = ""; else delete root.dataset.still;
    root.style.setProperty("--size", `${1.125 * size / 100}rem`);
  }

  keep() {
    // A browser may keep nothing for pages.
    try { localStorage.setItem(KEY, JSON.stringify(this.chosen)); } catch { /* it lasts for this visit */ }
  }

  // A soft sound, where it is wanted.
  ring() {
    if (!this.chosen.sound) return;
    this.audio ??= new AudioContext();
    const [tone, volume] = [this.audio.createOscillator(), this.audio.createGain()];
    tone.frequency.value = 523; tone.connect(volume).connect(this.audio.destination);
    const now = this.audio.currentTime;
    volume.gain.setValueAtTime(0.06, now);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + 0.5);
    tone.start(now); tone.stop(now + 0.5);
  }
}

function read() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
}
