// Ten minutes of play as a screen reader has them: what it says by itself, in order, and the tree of what
// stands on the page at the end. Printed to be read by a person.

import { comeIn, open, telnet, type } from "./around.mjs";

const LINES = [
  "look", "look at the elm", "exits", "inventory", "who", "say hello", "ask pip about the elm", "go east",
  "look", "say hello", "plum brandy, please", "say plum brandy, please", "ask mara about spoons", "hint", "quest",
  "look at mara", "whisper mara is there a room?", "up", "look", "down", "west", "south", "look", "list",
  "say to nobody hi", "buy", "get", "get elm", "examine bread", "north", "help", "help say", "news", "time",
  "weather", "chat good evening", "title the Curious", "whois me", "socials", "smile", "wave pip", "emote stretches.",
  "memory", "mail", "board", "set reader on", "set", "xyzzy", "lok", "l", "north", "look", "south", "score",
];
const PAUSE = 700;

export async function reading(around) {
  const page = await open(around);
  await comeIn(page);
  await page.evaluate(() => {
    globalThis.spoken = [];
    for (const id of ["aloud", "aloud-now"]) {
      new MutationObserver((all) => all.forEach((it) => it.addedNodes.forEach((node) => globalThis.spoken.push(`${id === "aloud" ? "      " : "  now:"} ${node.textContent}`)))).observe(document.getElementById(id), { childList: true });
    }
  });
  const other = await telnet(around.port, "connect guest");
  const said = async (head) => {
    const spoken = await page.evaluate(() => globalThis.spoken.splice(0));
    console.log([head, ...spoken].join("\n"));
  };
  console.log(`# The front page\n${await (await open(around)).locator("body").ariaSnapshot()}\n\n# Said by itself`);
  for (const [n, line] of LINES.entries()) {
    await type(page, line);
    if (n % 10 === 5) other.say(`say number ${n}`);
    await page.waitForTimeout(PAUSE);
    await said(`> ${line}`);
  }
  for (const panel of ["Map", "Who is awake", "What people want", "What they know of you", "Letters", "Board"]) {
    await page.getByRole("button", { name: panel, exact: true }).click();
  }
  await page.waitForTimeout(2 * PAUSE);
  console.log(`\n# The tree\n${await page.locator("body").ariaSnapshot()}`);
  for (const [button, box] of [["Reading", "#look"], ["Transcript", "#transcript"]]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    console.log(`\n# ${button}\n${await page.locator(box).ariaSnapshot()}`);
    await page.keyboard.press("Escape");
  }
  other.end();
  await page.context().close();
}
