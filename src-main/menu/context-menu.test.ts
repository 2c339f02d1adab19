import type { MenuItemConstructorOptions } from "electron";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { languages, type Language } from "#shared/languages.ts";
import type { Clicked } from "./context-menu.ts";
import { textsIn } from "../desktop-texts.ts";
import {
  app,
  BrowserWindow,
  clipboard,
  Menu,
  RecordedContents,
} from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { contextMenuTemplate, offerContextMenus } = await import("./context-menu.ts");

const openWindow = vi.fn();
let language: Language = "en";
const services = {
  texts: () => textsIn(language),
  apiOrigin: () => "https://portal.example.com",
  openWindow,
};

const can = (able: boolean): Clicked["editFlags"] => ({
  canUndo: able,
  canRedo: able,
  canCut: able,
  canCopy: able,
  canPaste: able,
  canDelete: able,
  canSelectAll: able,
  canEditRichly: able,
});
const nothing: Clicked = {
  editFlags: can(true),
  isEditable: false,
  linkURL: "",
  selectionText: "",
  misspelledWord: "",
  dictionarySuggestions: [],
};
const spelling = { replace: vi.fn(), learn: vi.fn() };
const itemsOf = (clicked: Partial<Clicked>) =>
  contextMenuTemplate(services, { ...nothing, ...clicked }, spelling).filter(({ type }) => !type);
const namesOf = (clicked: Partial<Clicked>) => itemsOf(clicked).map(({ id, role }) => id ?? role);
const choose = (id: string, clicked: Partial<Clicked>) => {
  const item = itemsOf(clicked).find((entry: MenuItemConstructorOptions) => entry.id === id);
  item?.click?.({} as never, undefined, {}); // neither is looked at
};

beforeAll(() => offerContextMenus(services));
beforeEach(() => {
  vi.clearAllMocks();
  BrowserWindow.all = [];
  Menu.popped = [];
  language = "en";
});

describe("the context menu", () => {
  it("of a field has the edit actions that are allowed, so that passwords cannot be copied", () => {
    const field = { isEditable: true, editFlags: { ...can(true), canCopy: false, canCut: false } };
    expect(itemsOf(field).map(({ role, enabled }) => [role, enabled])).toEqual([
      ["undo", true],
      ["redo", true],
      ["cut", false],
      ["copy", false],
      ["paste", true],
      ["selectAll", true],
    ]);
  });

  it("of a misspelled word has suggestions and the dictionary before the edit actions", () => {
    const field = {
      isEditable: true,
      misspelledWord: "waeve",
      dictionarySuggestions: ["weave", "wave"],
    };
    const [first, second, learn, ...others] = itemsOf(field);
    expect([first, second, learn].map((item) => item?.label)).toEqual([
      "weave",
      "wave",
      "Add to Dictionary",
    ]);
    expect(others).toHaveLength(6);
    first?.click?.({} as never, undefined, {}); // neither is looked at
    learn?.click?.({} as never, undefined, {}); // as above
    expect(spelling.replace.mock.calls).toEqual([["weave"]]);
    expect(spelling.learn.mock.calls).toEqual([["waeve"]]);
  });

  it("of selected text copies it; without a selection there is none", () => {
    expect(namesOf({ selectionText: "weave poles" })).toEqual(["copy"]);
    expect(namesOf({ selectionText: " \n" })).toEqual([]);
  });

  it.each([
    ["https://example.com/a?b#c", "copy-link", "https://example.com/a?b#c"],
    ["app://portal/articles?tag=a#b", "copy-link", "https://portal.example.com/articles?tag=a#b"],
    ["app://portal/api/media/1", "copy-link", "https://portal.example.com/api/media/1"],
    ["mailto:hello@ringside.example?subject=x", "copy-email", "hello@ringside.example"],
  ])("of the link %s copies what is of use elsewhere", (linkURL, id, text) => {
    choose(id, { linkURL });
    expect(clipboard.writeText.mock.calls).toEqual([[text]]);
  });

  it("of our own link opens a new window; foreign links do not", () => {
    choose("open-link", { linkURL: "app://portal/articles?tag=a#b" });
    expect(openWindow.mock.calls).toEqual([["/articles?tag=a#b"]]);
    for (const linkURL of ["https://example.com/", "app://portal/api/x", "mailto:a@b.example"]) {
      expect(namesOf({ linkURL })).not.toContain("open-link");
    }
  });

  it("of a selected link has both", () => {
    const marked = { linkURL: "https://example.com/", selectionText: "Example" };
    expect(namesOf(marked)).toEqual(["copy-link", "copy"]);
  });

  it.each(languages)("in %s has a text for every item", (chosen) => {
    language = chosen;
    const all = [
      { isEditable: true },
      { linkURL: "app://portal/", selectionText: "x" },
      { linkURL: "mailto:a@b.example" },
    ].flatMap(itemsOf);
    expect(all.filter(({ label }) => !label)).toEqual([]);
  });

  it("has no developer tools, not even in development", () => {
    const roles = [{ isEditable: true }, { linkURL: "app://portal/" }, { selectionText: "x" }]
      .flatMap(itemsOf)
      .map(({ role }) => role);
    expect(roles).not.toContain("toggleDevTools");
    expect(app.isPackaged).toBe(false);
  });
});

describe("a right click", () => {
  const bounds = { x: 0, y: 0, width: 1, height: 1 };
  const click = (contents: RecordedContents, params: object) =>
    contents.emit(
      "context-menu",
      {},
      { ...nothing, x: 5, y: 7, menuSourceType: "mouse", ...params },
    );

  it("opens the menu in its window; by keyboard at the focused element", () => {
    const window = new BrowserWindow(bounds);
    click(window.webContents, { selectionText: "x" });
    click(window.webContents, { selectionText: "x", menuSourceType: "keyboard" });
    const places = Menu.popped.map(({ options }) => options);
    expect(places).toEqual([{ window }, { window, x: 5, y: 7 }]);
  });

  it("opens nothing if there are no items or no window", () => {
    click(new BrowserWindow(bounds).webContents, {});
    const developerTools = new RecordedContents();
    app.emit("web-contents-created", {}, developerTools);
    click(developerTools, { selectionText: "x" });
    expect(Menu.popped).toEqual([]);
  });
});
