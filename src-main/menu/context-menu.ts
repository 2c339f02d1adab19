import {
  app,
  BrowserWindow,
  clipboard,
  Menu,
  session,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from "electron";
import type { DesktopTexts } from "../desktop-texts.ts";
import { logFailure } from "../log.ts";
import { isApiPath, isPortalUrl, pathOf } from "../links/portal-address.ts";

type Item = MenuItemConstructorOptions;

export type Clicked = Pick<
  ContextMenuParams,
  | "dictionarySuggestions"
  | "editFlags"
  | "isEditable"
  | "linkURL"
  | "misspelledWord"
  | "selectionText"
>;

export type ContextMenuServices = {
  texts: () => DesktopTexts;
  /** Returns the origin of the portal, which serves the same pages to browsers. */
  apiOrigin: () => string;
  /** Opens one of our own pages in a new window. */
  openWindow: (path: string) => void;
};

const separator: Item = { type: "separator" };

function copy(text: string): void {
  clipboard.writeText(text).catch((error: unknown) => logFailure("A link was not copied", error));
}

const fieldItems = ({ edit: t }: DesktopTexts, { editFlags: can }: Clicked): Item[] => [
  { role: "undo", label: t.undo, enabled: can.canUndo },
  { role: "redo", label: t.redo, enabled: can.canRedo },
  separator,
  { role: "cut", label: t.cut, enabled: can.canCut },
  { role: "copy", label: t.copy, enabled: can.canCopy },
  { role: "paste", label: t.paste, enabled: can.canPaste },
  { role: "selectAll", label: t.selectAll, enabled: can.canSelectAll },
];

/** What can be done about a word that the dictionaries do not know. */
export type SpellingActions = { replace: (word: string) => void; learn: (word: string) => void };

function spellingItems(
  { spelling: t }: DesktopTexts,
  { misspelledWord, dictionarySuggestions }: Clicked,
  { replace, learn }: SpellingActions,
): Item[] {
  if (misspelledWord === "") return [];
  return [
    ...dictionarySuggestions.map((word) => ({ label: word, click: () => replace(word) })),
    { id: "learn-word", label: t.learn, click: () => learn(misspelledWord) },
    separator,
  ];
}

/** Only this app can open `app://`, so our own pages are copied as URLs of the website. */
function linkItems({ texts, apiOrigin, openWindow }: ContextMenuServices, address: string): Item[] {
  const { link: t } = texts();
  const url = URL.parse(address);
  if (url?.protocol === "mailto:") {
    return [{ id: "copy-email", label: t.copyEmail, click: () => copy(url.pathname) }];
  }
  const path = isPortalUrl(address) ? pathOf(address) : null;
  const text = path === null ? address : `${apiOrigin()}${path}`;
  const copyLink = { id: "copy-link", label: t.copy, click: () => copy(text) };
  if (path === null || isApiPath(new URL(address).pathname)) return [copyLink];
  return [{ id: "open-link", label: t.openBeside, click: () => openWindow(path) }, copyLink];
}

/** Returns the items for what was clicked; empty if there is nothing to do. */
export function contextMenuTemplate(
  services: ContextMenuServices,
  clicked: Clicked,
  spelling: SpellingActions,
): Item[] {
  const texts = services.texts();
  const { isEditable, linkURL, selectionText, editFlags } = clicked;
  if (isEditable) {
    return [...spellingItems(texts, clicked, spelling), ...fieldItems(texts, clicked)];
  }
  const link = linkURL === "" ? [] : linkItems(services, linkURL);
  if (selectionText.trim() === "") return link;
  const copyText: Item = { role: "copy", label: texts.edit.copy, enabled: editFlags.canCopy };
  return [...link, ...(link.length > 0 ? [separator] : []), copyText];
}

/** Adds a context menu to every page: Electron has none. Must be called once only. */
export function offerContextMenus(services: ContextMenuServices): void {
  app.on("web-contents-created", (_created, contents) =>
    contents.on("context-menu", (_event, params) => {
      const window = BrowserWindow.fromWebContents(contents);
      const template = contextMenuTemplate(services, params, {
        replace: (word) => contents.replaceMisspelling(word),
        learn: (word) => void session.defaultSession.addWordToSpellCheckerDictionary(word),
      });
      if (!window || template.length === 0) return;
      const { x, y, menuSourceType } = params;
      // By default it opens at the mouse pointer, which may be elsewhere when a key was pressed.
      Menu.buildFromTemplate(template).popup({
        window,
        ...(menuSourceType === "keyboard" && { x, y }),
      });
    }),
  );
}
