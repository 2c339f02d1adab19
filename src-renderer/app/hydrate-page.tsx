import { startTransition, type ReactNode } from "react";
import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import { findRoute } from "#shared/parts.ts";
import { notServedAttribute, servedPageId, type ServedPage } from "#shared/served-page.ts";
import { brand } from "#renderer/platform/brand.ts";
import type { InputBeforeHydration } from "./start-script.ts";
import { hydrate } from "#renderer/api-client/query.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { currentLanguage } from "#renderer/i18n/i18n.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { pageOf, type PageId } from "./pages.ts";

/** Returns what the page was rendered from on the server; null, without its markup, if this device shows another one. */
export function servedPage(root: HTMLElement): ServedPage | null {
  const data = document.getElementById(servedPageId)?.textContent;
  if (data === undefined || data === null) return null;
  if (!document.documentElement.hasAttribute(notServedAttribute)) {
    return JSON.parse(data) as ServedPage; // written by our own API, of the same version
  }
  root.replaceChildren();
  document.documentElement.removeAttribute(notServedAttribute);
  return null;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

/** Changes a field as its user would, so that the form behind it notices. */
function enter(field: Field, value: string): void {
  if (isCheckable(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  // React watches the element's own property and ignores an event whose value it knows already.
  field.value = "";
  const prototype = Object.getPrototypeOf(field) as Field;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field instanceof HTMLSelectElement)
    field.dispatchEvent(new Event("change", { bubbles: true }));
}

const valueOf = (field: Field) => (isCheckable(field) ? String(field.checked) : field.value);

/** Follows what is typed until the form notices; returns the function that enters it again. */
function keepTyped({ changed }: InputBeforeHydration): () => void {
  const typed = new Map<Field, string>();
  const note = ({ target }: Pick<Event, "target">) => {
    if (target instanceof Element && isField(target)) typed.set(target, valueOf(target));
  };
  for (const target of changed) note({ target });
  document.addEventListener("input", note, true);
  return () => {
    document.removeEventListener("input", note, true);
    for (const [field, value] of typed) {
      if (!field.isConnected) continue;
      const { selectionStart, selectionEnd } = field as HTMLInputElement; // null in other fields
      enter(field, value);
      if (document.activeElement === field && selectionStart !== null) {
        (field as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
      }
    }
  };
}

/** Puts the flags that came with the page into their store, before its texts and code are loaded. */
export const hydrateFlags = ({ flags }: ServedPage): void => useFlags.setState(flags);

/** Events of typing for which React hydrates a page at once. */
const typingEvents = [
  "keydown",
  "keypress",
  "textInput",
  "input",
  "keyup",
  "compositionstart",
  "compositionend",
];

/** Hides typing from React, which would hydrate all before the first key does anything. Returns what ends it. */
function withholdTyping(): () => void {
  const withholding = new AbortController();
  for (const type of typingEvents)
    document.addEventListener(type, (event) => event.stopPropagation(), {
      capture: true,
      signal: withholding.signal,
    });
  return () => withholding.abort();
}

export type HydrationCallbacks = { onShown: () => void; onReady: () => void };

/** Returns what ends the record of the time before, and then does what it tells. */
function catchUp(before: InputBeforeHydration): HydrationCallbacks {
  const enterTyped = keepTyped(before);
  const releaseTyping = withholdTyping();
  return {
    // From here on React gets presses and keys.
    onShown: () => {
      before.end();
      releaseTyping();
    },
    onReady: () => {
      delete window.inputBeforeHydration;
      enterTyped();
      for (const button of before.pressed) {
        button.ariaBusy = null;
        if (button.isConnected) button.click();
      }
    },
  };
}

/** Whether the page is still what the app shows: another window may have logged in or changed the language. */
const isAsServed = ({ path, language }: ServedPage): boolean =>
  platform.read("token") === null &&
  currentLanguage() === language &&
  location.pathname.replace(/(?<=.)\/$/, "") === path;

const nextPress = () =>
  new Promise<void>((resolve) => {
    const options = { capture: true, once: true };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => resolve(), options);
  });

/** Loads the page's code. Meanwhile the page can be read and its links work; the next press tries again. */
async function loadPage(id: PageId): Promise<void> {
  for (;;) {
    try {
      await pageOf(id).load();
      return;
    } catch {
      for (const button of window.inputBeforeHydration?.pressed.splice(0) ?? [])
        button.ariaBusy = null;
      await nextPress();
    }
  }
}

/** Makes a page live that was rendered on the server. What was typed stays, and pressed buttons do their work. */
export async function hydratePage(
  root: HTMLElement,
  served: ServedPage,
  app: (calls?: HydrationCallbacks) => ReactNode,
  options: RootOptions,
): Promise<void> {
  const page = findRoute(brand, location);
  if (page !== null) await loadPage(page);
  hydrate(served.answers);
  const live = app(window.inputBeforeHydration && catchUp(window.inputBeforeHydration));
  if (isAsServed(served)) {
    // In slices: the page can be used meanwhile.
    startTransition(() => void hydrateRoot(root, live, options));
  } else {
    root.replaceChildren();
    createRoot(root, options).render(live);
  }
}
