// Runs the tests of the page, one after another, each in a tab of its own.

import { begin } from "./around.mjs";
import { pictures } from "./pictures.mjs";
import { reading } from "./reading.mjs";
import { rim } from "./rim.mjs";
import { stays } from "./stays.mjs";
import { tests } from "./tests.mjs";
import { views } from "./views.mjs";

const which = process.argv[2] ?? "all";
// Days are short for the pictures, so that people meet and rumours go round.
const around = await begin({ dayMinutes: which === "pictures" ? 10 : undefined });
let failed = 0;
try {
  const shown = { pictures, reading }[which];
  await shown?.(around);
  for (const { name, small, run } of shown ? [] : [...tests, ...views, ...stays, ...rim]) {
    if (which === "small" && !small) continue;
    if (!["small", "all"].includes(which) && !name.includes(which)) continue;
    const begun = Date.now();
    try {
      const said = await run(around);
      console.log(`ok ${name} (${Date.now() - begun} ms)${said ? `: ${said}` : ""}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${name}: ${error.stack}`);
    }
  }
} finally {
  await around.end();
}
process.exitCode = failed ? 1 : 0;
