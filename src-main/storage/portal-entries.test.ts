import { describe, expect, it, vi } from "vitest";
import type { OpenedStoreFile } from "./store-file.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { chosenPortal, moveEarlierEntries, portalEntries, rememberPortal } =
  await import("./portal-entries.ts");

const [first, second] = ["https://first.example", "https://second.example:8443"];

/** A store file; `restarted` is the same after a restart of the app. */
function storeFile(entries: Iterable<[string, unknown]> = []) {
  const map = new Map<string, unknown>(entries);
  const file: OpenedStoreFile = Object.assign(map, { dropDamaged: () => {} });
  return { file, restarted: () => storeFile(JSON.parse(JSON.stringify([...map]))).file };
}

it("what is stored for a portal is not there at another one, and is there again at the first", () => {
  const { file, restarted } = storeFile();
  portalEntries(file, first).set("token", { plain: "secret" });
  portalEntries(file, second).set("purchase-items", "[]");
  expect(portalEntries(file, second).get("token")).toBeUndefined();
  const later = restarted();
  expect(portalEntries(later, second).get("token")).toBeUndefined();
  expect(portalEntries(later, first).get("token")).toEqual({ plain: "secret" });
  portalEntries(later, first).delete("token");
  expect(JSON.stringify([...(later as unknown as Map<string, unknown>)])).not.toContain("secret"); // it is a map
  expect(portalEntries(later, second).get("purchase-items")).toBe("[]");
});

it("a late write for a portal that was left and entered again changes its own entry only", () => {
  const { file } = storeFile();
  const late = portalEntries(file, first);
  late.set("brand", {});
  portalEntries(file, first).set("token", { plain: "secret" });
  late.set("legal", {});
  expect(portalEntries(file, first).get("token")).toEqual({ plain: "secret" });
  late.delete("brand");
  expect(file.get("portals")).toEqual({ [first]: { token: { plain: "secret" }, legal: {} } });
});

it("the language and whether the login is kept belong to the computer", () => {
  const { file } = storeFile();
  portalEntries(file, first).set("language", "pl");
  portalEntries(file, first).set("token-in-memory", true);
  expect(portalEntries(file, second).get("language")).toBe("pl");
  expect(portalEntries(file, second).get("token-in-memory")).toBe(true);
  portalEntries(file, second).delete("language");
  expect(file.get("language")).toBeUndefined();
});

it.each([["https://first.example"], [5], [null], [["x"]], [{ "https://first.example": 5 }]])(
  "entries that do not parse are as good as none: %j",
  (damaged) => {
    const { file } = storeFile([["portals", damaged]]);
    const entries = portalEntries(file, first);
    expect(entries.get("token")).toBeUndefined();
    entries.set("menu-collapsed", "true");
    expect(portalEntries(file, first).get("menu-collapsed")).toBe("true");
  },
);

it("the address is remembered; what is none does not count", () => {
  const { file, restarted } = storeFile();
  expect(chosenPortal(file)).toBeNull();
  rememberPortal(file, second);
  expect(chosenPortal(restarted())).toBe(second);
  expect(chosenPortal(storeFile([["portal", "ftp://first.example"]]).file)).toBeNull();
});

describe("what an earlier version has stored outside of portals", () => {
  const earlier = {
    token: { plain: "secret" },
    "purchase-items": "[]",
    brand: { name: "Pfotenring" },
    language: "pl",
    pin: { on: true },
  };

  it("moves below the portal that the app is set to, unless that has its own", () => {
    const { file, restarted } = storeFile(Object.entries(earlier));
    portalEntries(file, first).set("purchase-items", "[1]");
    moveEarlierEntries(file, first);
    const later = restarted();
    const entries = portalEntries(later, first);
    expect(entries.get("token")).toEqual({ plain: "secret" });
    expect(entries.get("brand")).toEqual({ name: "Pfotenring" });
    expect(entries.get("purchase-items")).toBe("[1]");
    expect([...(later as unknown as Map<string, unknown>).keys()]).toEqual([
      "language",
      "pin",
      "portals",
    ]); // it is a map
  });

  it("is deleted where the app is set to none", () => {
    const { file } = storeFile(Object.entries(earlier));
    moveEarlierEntries(file, null);
    expect([...(file as unknown as Map<string, unknown>).keys()]).toEqual(["language", "pin"]); // it is a map
  });
});
