import { describe, expect, it } from "vitest";
import { readDesktopConfig } from "./desktop-config.ts";

describe("the configuration", () => {
  it("is the environment's, then the build's, then this machine's", () => {
    const built = { PORTAL_API_ORIGIN: "https://portal.example.com" };
    const read = (environment: Record<string, string>, from = built) =>
      readDesktopConfig(environment, from).apiOrigin;
    expect(read({ PORTAL_API_ORIGIN: "http://127.0.0.1:5000/" })).toBe("http://127.0.0.1:5000");
    expect(read({ PORTAL_API_ORIGIN: "" })).toBe("https://portal.example.com");
    expect(read({}, { PORTAL_API_ORIGIN: "" })).toBe("http://127.0.0.1:4000");
  });

  it.each([
    "portal.example.com",
    "http://portal.example.com",
    "https://portal.example.com/api",
    "https://user@portal.example.com",
    "file:///etc",
    "app://portal",
    "http://localhost.evil.example",
  ])("%s as the API's origin is refused by name", (PORTAL_API_ORIGIN) => {
    expect(() => readDesktopConfig({ PORTAL_API_ORIGIN }, {})).toThrow(
      /PORTAL_API_ORIGIN has to be/,
    );
  });

  it("has LaunchDarkly's ID where one is set", () => {
    expect(readDesktopConfig({}, {}).launchDarklyClientId).toBeNull();
    expect(readDesktopConfig({ LAUNCHDARKLY_CLIENT_ID: "abc" }, {}).launchDarklyClientId).toBe(
      "abc",
    );
  });
});
