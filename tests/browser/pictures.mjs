// Pictures of the views for docs/pictures, small and of the same visit.

import { mkdirSync } from "node:fs";

import { comeIn, open, type, until } from "./around.mjs";

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
  await visit("desk", "light", DESK);
  await visit("dark", "dark", DESK);
  await visit("contrast", "contrast", DESK);
  await visit("phone", "light", PHONE, { isMobile: true, hasTouch: true });
}
