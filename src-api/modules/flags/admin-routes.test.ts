import { describe, expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { people, signEverybodyIn, type Person } from "#api/testing/people.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());
const headersOf = await signEverybodyIn(portal);

const list = (as: Person) =>
  portal.app.inject({ url: "/api/feature-flags", headers: headersOf[as] });
const set = (as: Person, key: string, payload: object) =>
  portal.app.inject({
    method: "PUT",
    url: `/api/feature-flags/${key}`,
    headers: headersOf[as],
    payload,
  });

const never = { on: false, version: 1, updatedAt: null };
const unset = [
  { key: "maintenance-mode", ...never },
  { key: "registration-disabled", ...never },
  { key: "login-disabled", ...never },
];

describe("feature flags", () => {
  test.each(people.filter((person) => person !== "admin"))(
    "are neither listed for nor set by a %s",
    async (person) => {
      const status = person === "visitor" || person === "dead session" ? 401 : 403;
      expect((await list(person)).statusCode).toBe(status);
      expect((await set(person, "maintenance-mode", { on: true })).statusCode).toBe(status);
      expect((await list("admin")).json()).toEqual({ decidedBy: "portal", items: unset });
    },
  );

  test("get a new version with each change by an admin, and only then", async () => {
    const key = "maintenance-mode";
    const updatedAt = portal.portal.now().toISOString();
    expect((await set("admin", key, { on: false })).json()).toEqual(unset[0]);
    const on = { key, on: true, version: 2, updatedAt };
    expect((await set("admin", key, { on: true })).json()).toEqual(on);
    portal.advance(1000);
    expect((await set("admin", key, { on: true })).json()).toEqual(on);
    const off = { key, on: false, version: 3, updatedAt: portal.portal.now().toISOString() };
    expect((await set("admin", key, { on: false })).json()).toEqual(off);
    expect((await list("admin")).json()).toEqual({
      decidedBy: "portal",
      items: [off, ...unset.slice(1)],
    });
  });

  test("that do not exist are refused, and so are invalid states", async () => {
    expect((await set("admin", "dark-mode", { on: true })).statusCode).toBe(404);
    for (const payload of [{}, { on: "true" }, { on: null }]) {
      expect((await set("admin", "login-disabled", payload)).statusCode).toBe(400);
    }
  });
});

test("Where LaunchDarkly decides, admins see its values and cannot change them", async () => {
  const { config } = portal.portal;
  const address = "http://127.0.0.1:9";
  config.launchDarkly = {
    sdkKey: "sdk-1",
    baseUri: address,
    streamUri: address,
    eventsUri: address,
    streaming: true,
  };
  const refused = await set("admin", "login-disabled", { on: true });
  expect([refused.statusCode, refused.json().code]).toEqual([409, "flags-elsewhere"]);
  expect(refused.json().message).toContain("LaunchDarkly");
  const { decidedBy, items } = (await list("admin")).json();
  expect(decidedBy).toBe("launchdarkly");
  expect(items[2]).toMatchObject({ key: "login-disabled", on: false });
  config.launchDarkly = null;
});
