import { vi } from "vitest";

// Lets these wait as long as expect.poll does (vitest.config.ts): they have no setting for it, and one second by default.
const timeout = 30_000;
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === "number" ? options : { timeout, ...options });
vi.waitUntil = (callback, options = {}) =>
  waitUntil(callback, typeof options === "number" ? options : { timeout, ...options });
