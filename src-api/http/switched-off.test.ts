import { afterEach, describe, expect, test } from "vitest";
import type { PartSettings } from "#shared/parts.ts";
import { call, goodPassword, signedInUser } from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";

const portal = await forFile(createPagesPortal());
const whole = portal.portal.brand;

/** Changes what is on while the portal runs, as its settings do. */
const set = (settings: PartSettings) => {
  portal.portal.brand = { ...whole, ...settings };
};
afterEach(() => set({}));

const statusOf = async (path: string) => (await portal.get(path, "admin")).statusCode;
const text = async (address: string) => (await portal.app.inject(address)).body;
const pageStatus = async (address: string) => (await portal.app.inject(address)).statusCode;

/** What the public reads keep is trusted for half a second of the portal's time. */
const setForPages = (settings: PartSettings) => {
  set(settings);
  portal.advance(600);
};

const endpointsOf = {
  dogs: ["/dogs"],
  showDay: ["/shows"],
  training: [
    "/training?today=2026-03-01",
    "/training-diary",
    "/training-diary/summary",
    "/training-diary/csv",
    "/training-calendar",
  ],
  judgesNotes: ["/content/articles/weave-entries/judge-notes", "/review/judge-notes"],
} as const;

test.each(Object.entries(endpointsOf))(
  "calls of %s are not found while it is off, by admins neither, and answer as before once it is on",
  async (part, paths) => {
    for (const path of paths) {
      set({ partsOff: [part as keyof typeof endpointsOf] });
      expect.soft(await statusOf(path), path).toBe(404);
      set({});
      expect.soft(await statusOf(path), path).toBe(200);
    }
  },
);

test("a part that needs another one is off with it", async () => {
  set({ partsOff: ["dogs"] });
  expect(await statusOf("/shows")).toBe(404);
  expect(await statusOf("/training?today=2026-03-01")).toBe(200);
});

test("the secret calendar is not found while training is off", async () => {
  const { url } = (
    await portal.send("POST", "/training-calendar", "member", { timeZone: "Europe/Warsaw" })
  ).json();
  const address = new URL(url).pathname;
  set({ partsOff: ["training"] });
  expect(await pageStatus(address)).toBe(404);
  set({});
  expect(await pageStatus(address)).toBe(200);
});

test("a plan is shown without its dog while dogs are off, and with it again", async () => {
  const dog = (
    await portal.send("POST", "/dogs", "member", {
      name: "Fado",
      bornOn: null,
      discipline: null,
      weightKg: null,
      weighedOn: null,
      heightCm: 40,
      measuredOn: "2026-02-01",
    })
  ).json();
  const begin = { slug: "ring-confidence", startedOn: "2026-03-01", weekdays: [1] };
  const body = { ...begin, today: "2026-03-01", dogId: dog.id };
  set({ partsOff: ["dogs"] });
  expect((await portal.send("POST", "/training", "member", body)).statusCode).toBe(404);
  set({});
  await portal.send("POST", "/training", "member", body);
  const planned = async () =>
    (await portal.get("/training?today=2026-03-01", "member")).json().items[0].dog;
  set({ partsOff: ["heightClasses"] });
  expect(await planned()).toEqual({ id: dog.id, name: "Fado", heightClass: null });
  set({ partsOff: ["dogs"] });
  expect(await planned()).toBeNull();
  expect((await portal.get("/training-diary/csv", "member")).body).not.toMatch(/dog/i);
  set({});
  expect(await planned()).toEqual({ id: dog.id, name: "Fado", heightClass: "medium" });
});

test("the export of an account lacks what is off", async () => {
  const { token } = await signedInUser(portal, "parts@example.com");
  const fields = async () => {
    const body = { password: goodPassword };
    return Object.keys((await call(portal, "POST", "/me/export", { token, body })).body);
  };
  const all = await fields();
  expect(all).toEqual(
    expect.arrayContaining(["dogs", "shows", "training", "trainingCalendar", "judgeNotes"]),
  );
  set({ partsOff: ["dogs", "training", "judgesNotes"] });
  const gone = new Set(["dogs", "shows", "training", "trainingCalendar", "judgeNotes"]);
  expect(await fields()).toEqual(all.filter((field) => !gone.has(field)));
});

describe("a hidden kind", () => {
  const hidden: PartSettings = { kinds: { recipes: { hidden: true } } };

  test.each([
    "/content/recipes",
    "/content/recipes/liver-cubes",
    "/content/recipes/liver-cubes/teaser",
    "/content/recipes/liver-cubes/preview",
    "/content/recipes/liver-cubes/related",
    "/shelf/recipes/liver-cubes",
    "/studio/entries/recipes/liver-cubes",
  ])("is not found at %s, and there again", async (path) => {
    set(hidden);
    expect(await statusOf(path)).toBe(404);
    set({});
    expect(await statusOf(path)).toBe(200);
  });

  test.each([
    "/recipes",
    "/recipes/liver-cubes",
    "/preview/recipes/liver-cubes",
    "/studio/recipes/liver-cubes",
    "/og/en/recipes/liver-cubes.png",
  ])("has no page at %s", async (address) => {
    setForPages(hidden);
    expect(await pageStatus(address)).toBe(404);
    setForPages({});
    expect(await pageStatus(address)).toBe(200);
  });

  test.each([
    "/api/showcase",
    "/api/content/search?q=liver",
    "/sitemap.xml",
    "/feed.json",
    "/feed.atom",
    "/manifest.webmanifest",
  ])("is not in %s, and again once it is shown", async (address) => {
    setForPages(hidden);
    expect(await text(address)).not.toMatch(/liver-cubes|"\/recipes"/);
    setForPages({});
    expect(await text(address)).toMatch(/liver-cubes|"\/recipes"/);
  });

  test("is not in what a member saved, nor in the studio's list", async () => {
    const at = portal.portal.now().toISOString();
    const saved = { type: "saved", kind: "recipes", slug: "liver-cubes", at, isKept: true };
    await portal.send("POST", "/shelf", "member", { sentAt: at, changes: [saved] });
    const list = async () =>
      (await portal.get("/shelf", "member")).body +
      (await portal.get("/shelf/saved", "member")).body +
      (await portal.get("/studio/entries", "admin")).body;
    expect(await list()).toContain("liver-cubes");
    set(hidden);
    expect(await list()).not.toContain("liver-cubes");
  });

  test("takes the part about it along", async () => {
    set({ kinds: { protocols: { hidden: true } } });
    expect(await statusOf("/training?today=2026-03-01")).toBe(404);
  });
});

test("the owner's name of a kind is the title of its list, its shortcut and the trail of its entries", async () => {
  setForPages({ kinds: { articles: { name: { en: "Stories", pl: "Opowieści" } } } });
  expect(await text("/articles")).toContain("<title>Stories · Ringside</title>");
  expect(await text("/articles?lang=pl")).toContain("<title>Opowieści · Ringside</title>");
  expect(await text("/manifest.webmanifest")).toContain('"name":"Stories"');
  expect(await text("/preview/articles/weave-entries")).toContain('"name":"Stories"');
});
