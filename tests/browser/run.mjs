// Runs the tests of the page, one after another, each in a tab of its own.

import { begin, giveUp } from "./around.mjs";
import { Patience } from "./patience.mjs";
import { pictures } from "./pictures.mjs";
import { reading } from "./reading.mjs";
import { rim } from "./rim.mjs";
import { stays } from "./stays.mjs";
import { tests } from "./tests.mjs";
import { trees } from "./tree.mjs";
import { views } from "./views.mjs";

// Most that a test may take, in milliseconds that the server and the browser were served.
const MOST = 240_000;

const which = process.argv[2] ?? "all";
// Days are short for the pictures, so that people meet and rumours go round.
const patience = new Patience();
const around = await begin({ dayMinutes: which === "pictures" ? 10 : undefined });
around.patience = patience;
let failed = 0;
try {
  const shown = { pictures, reading }[which];
  await shown?.(around);
  for (const { name, small, run } of shown ? [] : [...tests, ...views, ...stays, ...rim, ...trees]) {
    if (which === "small" && !small) continue;
    if (!["small", "all"].includes(which) && !name.includes(which)) continue;
    const [begun, from] = [Date.now(), patience.now()];
    try {
      const said = await patience.within(MOST, run(around), giveUp);
      console.log(`ok ${name} (${Date.now() - begun} ms, ${Math.round(patience.now() - from)} ms served)${said ? `: ${said}` : ""}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${name}: ${error.stack}`);
    }
  }
} finally {
  await around.end();
}
process.exitCode = failed ? 1 : 0;
