import { afterEach, expect, it, vi } from "vitest";
import { createListeners } from "./listeners.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("calls every listener with the value, in the order in which they were added", () => {
  const calls: string[] = [];
  const changed = createListeners<number>();
  changed.add((value) => calls.push(`first ${value}`));
  changed.add((value) => calls.push(`second ${value}`));
  changed.emit(7);
  expect(calls).toEqual(["first 7", "second 7"]);
});

it("no longer calls a listener that was removed, even while the event is being emitted", () => {
  const closed = createListeners();
  const later = vi.fn();
  closed.add(() => removeLater());
  const removeLater = closed.add(later);
  closed.emit();
  expect(later).not.toHaveBeenCalled();
});

it("calls the others, too, when one throws, and reports the error as a browser does", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const ended = createListeners();
  const broken = new Error("broken");
  const later = vi.fn();
  ended.add(() => {
    throw broken;
  });
  ended.add(later);
  ended.emit();
  expect(later).toHaveBeenCalledOnce();
  expect(reported.mock.calls).toEqual([[broken]]);
});

it("writes the error to stderr where there is no browser", () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const ended = createListeners();
  const broken = new Error("broken");
  ended.add(() => {
    throw broken;
  });
  ended.emit();
  expect(logged.mock.calls).toEqual([["A listener failed:", broken]]);
});
