import {
  allowedShift,
  layoutShift,
  shiftSizes,
  slowConnection,
} from "../fixtures/layout-shifts.ts";
import { placeList } from "../fixtures/places.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Addresses that the list of places does not have. */
const further = {
  visitor: [],
  user: ["/subscribe/yearly", "/dashboard?tab=account", "/dashboard?tab=dogs"],
  member: ["/dashboard?tab=account", "/dashboard?tab=dogs"],
  admin: ["/dashboard?tab=account"],
};

type Kind = keyof typeof further;
type Size = (typeof shiftSizes)[number];

/** Loads each path slowly and expects that nothing jumps. */
async function expectSteady(portal: Portal, paths: readonly string[], { width, height }: Size) {
  await portal.resize({ width, height });
  await slowConnection(portal);
  for (const path of paths) {
    await test.step(path, async () => {
      const { sum, moved } = await layoutShift(portal, path);
      expect
        .soft(sum, `${path} at ${width} px: ${moved.join("; ")}`)
        .toBeLessThanOrEqual(allowedShift);
    });
  }
}

const [phone, tablet, desktop] = shiftSizes;

/** Pages whose parts arrive at different times, and move each other on small screens. */
const delicate: readonly [Kind, readonly string[]][] = [
  ["visitor", ["/login", "/announcements", "/terms-and-conditions"]],
  ["user", ["/sub-missing", "/registration-payment", "/subscribe/monthly"]],
  ["member", ["/videos"]],
];

for (const [kind, paths] of delicate) {
  test(
    `nothing jumps while the delicate pages of a ${kind} load slowly`,
    { tag: "@exhaustive" },
    async ({ portal }) => {
      if (kind !== "visitor") await portal.signIn(await portal.createUser({ kind }));
      for (const size of [phone, tablet]) await expectSteady(portal, paths, size);
    },
  );
}

test("nothing jumps where a renewal that was not paid is asked for @exhaustive", async ({
  portal,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member", card: "failsAtRenewal" }));
  await portal.forward("1 month");
  const paths = ["/dashboard", "/membership", "/subscription", "/videos"];
  for (const size of [phone, tablet, desktop]) await expectSteady(portal, paths, size);
});

/** Sum of the shifts of a page whose fonts come late: the fallbacks take the same room. */
const allowedFontShift = 0.02;

/** Returns the fonts of ours that a page shows, by family and weight. */
const shownFonts = (portal: Portal) =>
  portal.page.evaluate(() =>
    [...document.fonts]
      .filter(({ status, family }) => status === "loaded" && !family.includes("Fallback"))
      .map(({ family, weight }) => `${family.replaceAll('"', "")} ${weight}`),
  );

for (const { width, height } of [phone, desktop]) {
  test(
    `nothing jumps when the fonts come two seconds late, ${width} px`,
    { tag: "@exhaustive" },
    async ({ portal }) => {
      await portal.resize({ width, height });
      const session = await portal.page.context().newCDPSession(portal.page);
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      portal.faults.add({ path: /\.woff2$/, delay: 2_000 });
      for (const path of ["/", "/articles", "/memberships", "/about", "/login"]) {
        const { sum, moved } = await layoutShift(portal, path);
        expect.soft(sum, `${path}: ${moved.join("; ")}`).toBeLessThanOrEqual(allowedFontShift);
        expect
          .soft(await shownFonts(portal))
          .toEqual(["Source Sans 3 400 700", "Brygada 1918 600 700"]);
      }
    },
  );
}

test.describe("every page", () => {
  test.skip(
    ({ build }) => build === "desktop",
    "the desktop app shows the same pages, and visiting all of them takes minutes",
  );

  for (const kind of ["visitor", "user", "member", "admin"] as const) {
    for (const [size, language] of [
      [phone, "en"],
      [tablet, "en"],
      [tablet, "pl"],
      [desktop, "en"],
    ] as const) {
      test(`nothing jumps while any page of a ${kind} loads slowly, ${size.width} px, ${language} @exhaustive`, async ({
        portal,
      }) => {
        portal.expectFailures(404);
        await portal.stored.set("language", language);
        if (kind !== "visitor") await portal.signIn(await portal.createUser({ kind }));
        const seen = placeList.filter(
          (place) => place[kind] === "here" && place.path !== "/logout",
        );
        await expectSteady(portal, [...seen.map(({ path }) => path), ...further[kind]], size);
      });
    }
  }
});
