// Link: the WebSocket to the server, which comes back by itself, and which lines were shown.

import { t } from "/texts.js";

const PING_EVERY = 20_000;
const PONG_WITHIN = 6_000;
const ACK_AFTER = 800;
const LONGEST_PAUSE = 15_000;
const MOST_BEYOND = 200;

// Numbers of the lines that were shown: all up to one, and those beyond that overtook others.
export class SeenLines {
  constructor() { this.epoch = null; this.upto = 0; this.beyond = new Set(); this.anew = true; }

  // Begins with what the page had shown before it was loaded again.
  takeUp(told) {
    if (told) Object.assign(this, { epoch: told.epoch, upto: told.n, beyond: new Set(told.beyond) });
  }

  // A stay goes on over another connection, where numbers go on further up.
  goOn() { this.anew = true; }

  // Notes a line; says whether it is shown for the first time.
  note([epoch, n]) {
    if (epoch !== this.epoch || this.anew) {
      if (epoch === this.epoch && n <= this.upto) return false;
      this.epoch = epoch; this.upto = n; this.beyond.clear(); this.anew = false;
      return true;
    }
    if (n <= this.upto || this.beyond.has(n)) return false;
    this.beyond.add(n);
    while (this.beyond.delete(this.upto + 1)) this.upto += 1;
    // Lines that were left out never come.
    if (this.beyond.size > MOST_BEYOND) {
      this.upto = Math.min(...this.beyond);
      while (this.beyond.delete(this.upto)) this.upto += 1;
      this.upto -= 1;
    }
    return true;
  }

  get told() {
    if (this.epoch === null) return null;
    return { epoch: this.epoch, n: this.upto, beyond: [...this.beyond] };
  }
}

export class Link {
  // `on` has: state(name), item(object), stopped(words) when the server stops, and refused(words) when a
  // stay cannot go on.
  constructor(on) {
    this.on = on; this.socket = null; this.seen = new SeenLines(); this.pass = null;
    this.first = null; this.tries = 0; this.over = true; this.acked = 0; this.stopped = false; this.timers = {};
    addEventListener("online", () => this.look());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.look(); });
  }

  // Opens the link, and sends this first.
  open(first) {
    this.close();
    this.over = false; this.first = first; this.tries = 0; this.stopped = false;
    this.connect();
  }

  // Ends the link for good.
  close() {
    this.over = true;
    Object.values(this.timers).forEach(clearTimeout);
    const socket = this.socket;
    this.socket = null;
    if (socket) socket.close();
  }

  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  connect() {
    clearTimeout(this.timers.again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/play`);
    this.socket = socket;
    this.on.state(this.tries ? this.away : "opening");
    socket.onopen = () => { socket.send(JSON.stringify(this.first)); this.ping(); };
    socket.onmessage = ({ data }) => { if (socket === this.socket) this.hear(JSON.parse(data)); };
    socket.onclose = () => { if (socket === this.socket) this.lost(); };
  }

  hear(items) {
    this.alive();
    for (const item of items) {
      if (item.pong) continue;
      if (item.in) {
        this.tries = 0;
        this.pass = item.in.pass ?? null;
        this.stopped = false;
        this.seen.goOn();
        this.resumes = false;
        this.on.state("live");
      }
      // The numbers of the stay before go on as they were; those of this one are others.
      if (item.again) { this.seen.anew = false; continue; }
      if (item.stops !== undefined) {
        if (!this.pass) { this.close(); this.on.refused(item.stops); return; }
        if (!this.stopped && !this.resumes) this.on.stopped(item.stops);
        this.stopped = true;
        continue;
      }
      // The greeting of a connection that goes on with a stay is none of the story.
      if (this.resumes && (item.b || item.ask !== undefined)) continue;
      if (item.n && !this.seen.note(item.n)) continue;
      if (this.resumes && item.g === "Char.Login.Result" && !item.d.success) {
        this.close(); this.on.refused(item.d.message);
        return;
      }
      this.on.item(item);
    }
    this.ackSoon();
  }

  // Says how far lines were shown, a moment later, so that many lines need one message.
  ackSoon() {
    if (this.timers.ack) return;
    this.timers.ack = setTimeout(() => {
      this.timers.ack = null;
      const { epoch, upto } = this.seen;
      if (epoch !== null && this.acked !== `${epoch}:${upto}`) {
        if (this.send({ t: "ack", epoch, n: upto })) this.acked = `${epoch}:${upto}`;
      }
    }, ACK_AFTER);
  }

  // Looks at once whether the link still stands: the device slept, or has another network.
  look() {
    if (this.over) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(); else this.again(0);
  }

  ping() {
    clearTimeout(this.timers.ping);
    if (!this.send({ t: "ping" })) return;
    clearTimeout(this.timers.pong);
    this.timers.pong = setTimeout(() => { if (!this.over) { this.drop(); this.lost(); } }, PONG_WITHIN);
  }

  alive() {
    clearTimeout(this.timers.pong);
    clearTimeout(this.timers.ping);
    this.timers.ping = setTimeout(() => this.ping(), PING_EVERY);
  }

  get away() { return this.stopped ? "stopped" : "lost"; }

  drop() { const socket = this.socket; this.socket = null; socket?.close(); }

  lost() {
    clearTimeout(this.timers.pong); clearTimeout(this.timers.ping);
    this.socket = null;
    if (this.over) return;
    this.tries += 1;
    if (!this.pass) {
      this.close(); this.on.refused(t("link.not-in"));
      return;
    }
    this.on.state(this.away);
    this.again(Math.min(LONGEST_PAUSE, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2));
  }

  again(pause) {
    clearTimeout(this.timers.again);
    this.timers.again = setTimeout(() => {
      this.drop();
      this.resumes = true;
      this.first = { t: "resume", pass: this.pass, seen: this.seen.told };
      this.connect();
    }, pause);
  }
}
