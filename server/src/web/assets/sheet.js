// Sheet: pages beside the story, such as the staff's, each at an address of its own behind the #.

import { t } from "/texts.js";
import { make, button } from "/dom.js";

export class Sheet {
  // `on` has shown(open). A page has title, may(), and tabs: id, title, may(), draw(parts), which
  // resolves to nodes, the first of them the heading.
  constructor(section, on) {
    this.on = on; this.pages = {}; this.turn = 0; this.active = false; this.shown = null;
    this.section = section;
    this.title = make("h2", { id: "sheet-title" });
    this.tabs = make("nav");
    this.tabs.setAttribute("aria-label", t("sheet.pages"));
    this.status = make("p", { className: "small" });
    this.status.setAttribute("role", "status");
    this.body = make("div", { className: "sheet-body" });
    const head = make("header", {}, this.title, button(t("sheet.back"), () => this.close()));
    section.append(head, this.tabs, this.status, this.body);
    section.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
    addEventListener("hashchange", () => this.show());
  }

  // Pages can be shown while somebody is in the game.
  begin(pages) { this.pages = pages; this.active = true; }

  end() { this.active = false; this.hide(); if (location.hash) history.replaceState(null, "", location.pathname); }

  go(...parts) {
    const hash = `#${parts.map(encodeURIComponent).join("/")}`;
    if (location.hash === hash) this.show(); else location.hash = hash;
  }

  close() { history.pushState(null, "", location.pathname); this.hide(); }

  hide() {
    this.turn += 1;
    if (this.section.hidden) return;
    this.section.hidden = true; this.shown = null;
    this.on.shown(false);
  }

  // Draws the page of the address, once somebody is in who may see it.
  async show() {
    const [name, tab, ...parts] = location.hash.slice(1).split("/").map(decoded);
    const page = this.active ? this.pages[name] : undefined;
    if (!page?.may()) { this.hide(); return; }
    const tabs = page.tabs.filter((it) => it.may?.() ?? true);
    const chosen = tabs.find((it) => it.id === tab) ?? tabs[0];
    const turn = this.turn += 1;
    if (this.section.hidden) { this.section.hidden = false; this.on.shown(true); }
    this.title.textContent = page.title;
    this.tabs.hidden = tabs.length < 2;
    this.tabs.replaceChildren(...tabs.map((it) => {
      const to = button(it.title, () => this.go(name, it.id));
      if (it === chosen) to.setAttribute("aria-current", "page");
      return to;
    }));
    this.body.setAttribute("aria-busy", "true");
    const [heading, ...nodes] = await chosen.draw(parts);
    if (turn !== this.turn) return;
    this.body.removeAttribute("aria-busy");
    this.body.replaceChildren(heading, ...nodes);
    // Read from its heading on; a page that is drawn anew leaves the reader where they are.
    if (this.shown !== location.hash) { heading.tabIndex = -1; heading.focus({ preventScroll: true }); this.section.scrollTop = 0; }
    this.shown = location.hash;
  }

  // Says something about what was done; it is read by itself.
  say(words) { this.status.textContent = words; }
}

function decoded(part) { try { return decodeURIComponent(part); } catch { return part; } }
