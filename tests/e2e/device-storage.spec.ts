import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  offlineLibrary,
  storedValueNames,
  storedValues,
  tabValues,
} from "#shared/stored-values.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** The device's keys that a logout removes, and those that it keeps. */
const keysOf = (what: "removed" | "left") =>
  storedValueNames
    .map((name) => storedValues[name])
    .filter(({ cleared }) => (cleared === "never") === (what === "left"))
    .map(({ key }) => key);

const tabKeys = Object.values(tabValues).map(({ key }) => key);

/** Returns everything stored in the browser for the page's origin, as "store: name" with its text. */
async function everythingStored(page: Page): Promise<Map<string, string>> {
  const kept = await page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of ["localStorage", "sessionStorage"] as const) {
      const storage = globalThis[name];
      for (const [key, text] of Object.entries(storage))
        found.push([`${name}: ${key}`, String(text)]);
    }
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      const records = [...database.objectStoreNames].map((store) =>
        settled(database.transaction(store).objectStore(store).getAll()),
      );
      found.push([`IndexedDB: ${name}`, JSON.stringify(await Promise.all(records))]);
      database.close();
    }
    for (const name of "caches" in globalThis ? await caches.keys() : [])
      found.push([`cache: ${name}`, ""]);
    if (document.cookie) found.push(["cookies", document.cookie]);
    return found;
  });
  for (const { name, value } of await page.context().cookies())
    kept.push([`cookie: ${name}`, value]);
  return new Map(kept);
}

/** Returns the names of stored values that are not allowed. */
async function leftovers(portal: Portal, device: readonly string[], tab: readonly string[]) {
  // The desktop app keeps the device's values in its own store.
  const local = portal.build === "desktop" ? [] : device;
  const allowed = new Set([
    ...local.map((key) => `localStorage: ${key}`),
    ...(device.includes(storedValues.token.key) ? [`IndexedDB: ${offlineLibrary.database}`] : []),
    ...tab.map((key) => `sessionStorage: ${key}`),
  ]);
  const kept = await everythingStored(portal.page);
  return [...kept.keys()].filter((name) => !allowed.has(name));
}

/**
 * Does everything that stores something: starts a registration, logs in, reads, fills the cart, is
 * stopped by a guard.
 */
async function useThePortal(portal: Portal) {
  const { page } = portal;
  const member = await portal.createUser({ kind: "member" });
  await portal.open("/register");
  await portal.fillRegistration({
    name: "Ada",
    email: `storage-${randomUUID()}@example.com`,
    password: "three green tunnels",
  });
  await expect(portal.codeField).toBeVisible();
  await portal.open("/videos");
  await portal.fillLogin(member);
  await portal.expectPath("/videos");
  await page.getByRole("button", { name: "Collapse menu" }).click();
  for (const path of ["/articles/building-weave-entries", "/dashboard", "/subscription"]) {
    await portal.follow(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await portal.follow("/memberships");
  await page.getByRole("button", { name: "Add to cart: Course-walking workbook" }).click();
  return member;
}

async function logOut({ page }: Portal) {
  await page.getByRole("link", { name: "Log out" }).press("Enter");
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
}

const deviceKeys = [...keysOf("removed"), ...keysOf("left")];

async function expectOnlyPreferences(portal: Portal) {
  await expect.poll(() => leftovers(portal, keysOf("left"), [])).toEqual([]);
  for (const key of keysOf("removed"))
    await expect.poll(() => portal.stored.get(key), key).toBeNull();
}

test("only the known keys are stored, of the member only token and name, and after a logout only the device's preferences @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("while signed in, and after a logout", async () => {
    const member = await useThePortal(portal);
    // The lease follows the start a moment later. It names the member, for a start without a connection.
    await expect
      .poll(async () => (await everythingStored(page)).get(`IndexedDB: ${offlineLibrary.database}`))
      .toContain("issuedAt");
    expect(await leftovers(portal, deviceKeys, tabKeys)).toEqual([]);
    expect(await leftovers(portal, deviceKeys, [tabValues.returnAddress.key])).toEqual([
      "sessionStorage: sign-up",
    ]);
    for (const [name, text] of await everythingStored(page)) {
      for (const secret of [member.email, member.password]) expect(text).not.toContain(secret);
      if (name !== `IndexedDB: ${offlineLibrary.database}`) expect(text).not.toContain(member.name);
      if (name !== "localStorage: token") expect(text).not.toContain(member.token);
    }

    await logOut(portal);
    await expectOnlyPreferences(portal);
  });
  await test.step("after a logout without a connection", async () => {
    await portal.stored.remove("menuCollapsed");
    await useThePortal(portal);
    await page.waitForLoadState("networkidle");
    await portal.faults.offline(true);
    await logOut(portal);
    await expectOnlyPreferences(portal);
  });
});
