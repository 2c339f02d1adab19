import { expect, it, vi } from "vitest";
import { createListeners } from "./listeners.ts";

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
