// Patience: how long a test waits for what comes by itself. It is counted in time that the server and the
// browser were served, so that a busy machine makes a test slow and no failure.

import { readFileSync, readdirSync } from "node:fs";

const EVERY = 2_000;
// The least part of the clock's time that counts, so that it ends in any case.
const LEAST = 0.05;

// The processes that this one started, and theirs.
function family() {
  const below = new Map();
  for (const id of readdirSync("/proc").filter((it) => /^\d+$/u.test(it))) {
    const stat = textOf(`/proc/${id}/stat`);
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    if (parent) below.set(parent, [...(below.get(parent) ?? []), id]);
  }
  const found = [String(process.pid)];
  for (const id of found) found.push(...(below.get(id) ?? []));
  return found;
}

// Nanoseconds that each of their threads ran, and that it could have run and was not let.
function served() {
  const threads = new Map();
  for (const id of family()) {
    for (const thread of foldersOf(`/proc/${id}/task`)) {
      const [ran, waited] = textOf(`/proc/${id}/task/${thread}/schedstat`).split(" ").map(Number);
      if (Number.isFinite(waited)) threads.set(thread, [ran, waited]);
    }
  }
  return threads;
}

function textOf(path) { try { return readFileSync(path, "latin1"); } catch { return ""; } }
function foldersOf(path) { try { return readdirSync(path); } catch { return []; } }

// A clock that stands still while what is tested waits for a processor. Where the system does not tell,
// it is the clock on the wall.
export class Patience {
  constructor() {
    this.passed = 0; this.last = performance.now(); this.before = served();
    this.timer = setInterval(() => this.look(), EVERY);
    this.timer.unref();
  }

  look() {
    const [now, threads] = [performance.now(), served()];
    let [ran, waited] = [0, 0];
    for (const [thread, [one, other]] of threads) {
      const [before, waitedBefore] = this.before.get(thread) ?? [0, 0];
      ran += Math.max(0, one - before); waited += Math.max(0, other - waitedBefore);
    }
    const part = ran + waited > 0 ? ran / (ran + waited) : 1;
    this.passed += (now - this.last) * Math.max(LEAST, part);
    this.last = now; this.before = threads;
  }

  // Milliseconds that were served since the beginning.
  now() { this.look(); return this.passed; }

  // Ends what a promise waits for, by `give(up)`, once so many milliseconds were served.
  async within(most, promise, giveUp) {
    const from = this.now();
    const watch = setInterval(() => { if (this.passed - from > most) { clearInterval(watch); giveUp(); } }, EVERY);
    try { return await promise; } finally { clearInterval(watch); }
  }
}
