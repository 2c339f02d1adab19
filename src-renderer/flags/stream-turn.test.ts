import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeTurn } from "./stream-turn.ts";
import { provideLocks } from "./testing/open-window.ts";

/** A window that wants its turn until it is hidden. */
function windowInTurn() {
  const hidden = new AbortController();
  const streams = vi.fn();
  const done = takeTurn(hidden.signal, streams);
  return { streams, hide: () => hidden.abort(), done };
}

const opened: ReturnType<typeof windowInTurn>[] = [];
const open = () => {
  const window = windowInTurn();
  opened.push(window);
  return window;
};

beforeEach(() => provideLocks(true));
afterEach(async () => {
  opened.forEach(({ hide }) => hide());
  await Promise.all(opened.splice(0).map(({ done }) => done));
  provideLocks(false);
});

it("belongs to one window at a time, and to the next when that is hidden", async () => {
  const [first, second, third] = [open(), open(), open()];
  await vi.waitFor(() => expect(first.streams).toHaveBeenCalledTimes(1));
  expect(second.streams).not.toHaveBeenCalled();
  second.hide();
  await second.done;
  first.hide();
  await vi.waitFor(() => expect(third.streams).toHaveBeenCalledTimes(1));
  expect(second.streams).not.toHaveBeenCalled();
});

it("belongs to every window without Web Locks", async () => {
  provideLocks(false);
  const [first, second] = [open(), open()];
  await vi.waitFor(() => expect(first.streams).toHaveBeenCalledTimes(1));
  expect(second.streams).toHaveBeenCalledTimes(1);
});

it("belongs to every window if locks are refused", async () => {
  vi.spyOn(navigator.locks, "request").mockRejectedValue(new DOMException("", "SecurityError"));
  const { streams } = open();
  await vi.waitFor(() => expect(streams).toHaveBeenCalledTimes(1));
  vi.restoreAllMocks();
});
