// Pictures of the views for docs/pictures, small and of the same visit.

import { mkdirSync } from "node:fs";

import { OWNER, comeIn, connect, open, type, until } from "./around.mjs";
import { view, visit as talk } from "./views.mjs";

const FOLDER = "docs/pictures";
const DESK = { width: 1120, height: 700 };
const PHONE = { width: 360, height: 640 };

export async function pictures(around) {
  mkdirSync(FOLDER, { recursive: true });
  const shot = async (page, name) => {
    await page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished)));
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
    console.log(`${FOLDER}/${name}.png`);
  };
  const visit = async (name, theme, viewport, more = {}) => {
    const page = await open(around, { viewport, ...more });
    await page.evaluate((it) => localStorage.setItem("hearsay-look", JSON.stringify({ theme: it, closed: ["who"] })), theme);
    await page.reload();
    if (name === "phone" || name === "desk") await shot(page, `${name}-front`);
    await comeIn(page);
    await type(page, "go east");
    await until(page, "The Open Ear");
    await type(page, "say hello");
    await until(page, /Mara (says|asks).*drink/u);
    await type(page, "say plum brandy, please");
    await until(page, "So it is plum brandy");
    await shot(page, `${name}-story`);
    if (name === "phone") {
      await page.getByRole("button", { name: "Around you" }).click();
      await page.locator("#body-quests li").first().waitFor();
      await shot(page, "phone-around");
    }
    if (name === "desk") {
      await page.getByRole("button", { name: "Reading" }).click();
      await shot(page, "desk-reading");
    }
    await page.context().close();
  };
  const guest = await talk(around, "Ann");
  // A deed that goes round.
  for (const line of ["say mara, an ale please", "accept", "go west", "get slip", "give slip to pip"]) {
    guest.say(line);
    await new Promise((done) => { setTimeout(done, 1_500); });
  }
  await visit("desk", "light", DESK);
  await visit("dark", "dark", DESK);
  await visit("contrast", "contrast", DESK);
  await visit("phone", "light", PHONE, { isMobile: true, hasTouch: true });
  await office(around, guest, shot);
}

// The pages beside the story, once what was done has gone round for a while.
async function office(around, guest, shot) {
  const page = await open(around, { viewport: DESK });
  await page.evaluate(() => localStorage.setItem("hearsay-look", JSON.stringify({ theme: "light" })));
  await page.reload();
  await connect(page, OWNER);
  await view(page, "#staff/why/mara/6", "Why Mara did");
  const thoughts = page.locator("details.thought", { hasText: "plum brandy" });
  await page.getByRole("button", { name: "Fold all", exact: true }).click();
  await thoughts.first().locator("summary").first().click();
  await page.evaluate(() => { document.querySelector("#sheet").scrollTop = 0; });
  await shot(page, "staff-why");
  const told = async () => {
    await view(page, "#staff/people", "The town’s own people");
    await view(page, "#staff/rumours", "What goes round");
    const known = await page.locator("#sheet tbody td:nth-child(2)").allTextContents();
    const most = Math.max(0, ...known.map(Number));
    return most >= 3 ? known.map(Number).indexOf(most) : null;
  };
  let row = null;
  for (let waited = 0; waited < 300 && (row = await told()) === null; waited += 1) await page.waitForTimeout(3_000);
  await page.locator("#sheet tbody tr").nth(row ?? 0).getByRole("button").click();
  await page.locator("svg.path").waitFor();
  await shot(page, "staff-path");
  await view(page, "#staff/cost", "What thoughts cost");
  await shot(page, "staff-cost");
  await view(page, "#account/kept", "What is kept of you");
  await shot(page, "account-kept");
  await page.context().close();
  guest.end();
}
