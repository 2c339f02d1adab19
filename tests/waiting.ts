import { vi } from "vitest";

// Lets vi.waitFor wait as long as expect.poll does (vitest.config.ts): it has no setting for it, and one second by default.
const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 15_000, ...options });
