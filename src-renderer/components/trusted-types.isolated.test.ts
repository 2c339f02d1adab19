import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it("a policy refuses texts that are not allowed, with and without the browser's Trusted Types", async () => {
  const createPolicy = vi.fn((_: string, rules: Record<string, (text: string) => string>) => rules);
  for (const known of [undefined, { emptyHTML: "", createPolicy }]) {
    vi.stubGlobal("trustedTypes", known);
    const { trustText } = await import("./trusted-types.ts");
    const trusted = trustText("createScriptURL", "portal-worker", (path) => path === "/worker.js");
    expect(trusted("/worker.js")).toBe("/worker.js");
    expect(() => trusted("https://evil.example/worker.js")).toThrow("portal-worker");
    vi.resetModules();
  }
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith("portal-worker", {
    createScriptURL: expect.any(Function),
  });
});
