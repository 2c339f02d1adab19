import { beforeAll, beforeEach, expect, it } from "vitest";
import { QueryFailure } from "#renderer/api-client/query.ts";
import { useNotifications, watchFailures } from "./notifications.ts";

const texts = () => useNotifications.getState().messages.map(({ text }) => text);

/** As browsers report what nobody catches; jsdom has no event for rejections. */
const thrown = (error: unknown) => window.dispatchEvent(new ErrorEvent("error", { error }));
const rejected = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));

beforeAll(watchFailures);
beforeEach(() => useNotifications.setState({ messages: [] }));

it("shows what an act throws, or rejects with, like a failed call, once", () => {
  thrown(new TypeError("crypto.randomUUID is not a function"));
  rejected(new TypeError("crypto.randomUUID is not a function"));
  rejected(new Error(""));
  expect(texts()).toEqual(["crypto.randomUUID is not a function", ""]);
});

it("shows neither what was cancelled or refused, nor what was shown before, nor what is no error", () => {
  rejected(new DOMException("The play() request was interrupted", "AbortError"));
  rejected(new DOMException("play() failed: no gesture", "NotAllowedError"));
  rejected(new QueryFailure({ kind: "offline", message: "No connection" }));
  thrown(undefined);
  expect(texts()).toEqual([]);
});
