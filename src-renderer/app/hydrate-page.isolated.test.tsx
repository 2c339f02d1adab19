import { waitFor } from "@testing-library/react";
import { useEffect, useLayoutEffect, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ServedPage } from "#shared/served-page.ts";
import { hydratePage, type HydrationCallbacks } from "./hydrate-page.tsx";

const rendered = vi.fn<(name: string) => void>();

function Form({ onShown, onReady }: Partial<HydrationCallbacks>) {
  const [name, setName] = useState("");
  useLayoutEffect(() => onShown?.(), [onShown]);
  useEffect(() => onReady?.(), [onReady]);
  rendered(name);
  return <input value={name} onChange={(event) => setName(event.target.value)} />;
}

let root: HTMLElement;
let field: HTMLInputElement;

beforeEach(() => {
  rendered.mockClear();
  history.replaceState(null, "", "/no-page");
  root = document.createElement("div");
  root.innerHTML = '<input value="">';
  document.body.append(root);
  field = root.querySelector("input")!;
});

afterEach(() => root.remove());

function type(key: string): void {
  field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  field.value += key;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Takes the page over; a field that was changed before counts as recorded. */
async function beginHydration(changed: HTMLElement[] = []): Promise<void> {
  window.inputBeforeHydration = { changed: new Set(changed), pressed: [], end: () => {} };
  const served: ServedPage = {
    path: "/no-page",
    language: "en",
    flags: {} as ServedPage["flags"], // in their store already
    answers: [],
  };
  await hydratePage(root, served, (calls) => <Form {...calls} />, {});
}

it("a field controlled by React keeps what was typed before hydration", async () => {
  type("R");
  await beginHydration([field]);
  await waitFor(() => expect(rendered).toHaveBeenLastCalledWith("R"));
  expect(root.querySelector("input")).toBe(field);
  expect(field.value).toBe("R");
});

it("a key pressed during hydration does not wait for the whole page to hydrate, and counts", async () => {
  await beginHydration();
  type("R");
  expect(rendered).not.toHaveBeenCalled();
  await waitFor(() => expect(rendered).toHaveBeenLastCalledWith("R"));
  expect(field.value).toBe("R");
});
