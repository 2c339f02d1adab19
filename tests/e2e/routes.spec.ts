import type { Page } from "@playwright/test";
import { placeList } from "../fixtures/places.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const payBanner = "To access the portal please pay membership fee.";
const members = ["member", "admin"] as const;
const kinds = ["visitor", "user", ...members] as const;
type Kind = (typeof kinds)[number];

type Place = (typeof placeList)[number];

const isMember = (kind: Kind) => members.some((member) => member === kind);

const headings = {
  "/login": "Log in",
  "/sub-missing": "Membership needed",
  "/dashboard": /^Good to see you/,
  "/membership": "Membership",
  "/articles/building-weave-entries": /weave/i,
};

const entriesOf = (page: Page, menu: string) =>
  page.getByRole("navigation", { name: menu }).getByRole("link").allTextContents();

/** Checks that everybody reaches the pages that no specified menu lists on wide screens. */
async function expectNewsLinks(page: Page, more: string[] = []): Promise<void> {
  const links = ["Announcements", "Regulations", ...more];
  expect.soft(await entriesOf(page, "News and rules")).toEqual(links);
}

/** Checks the menus of the public layout (specification, section 2). */
async function expectPublicLayout(page: Page, loggedIn: boolean): Promise<void> {
  const guest = loggedIn ? [] : ["Log in", "Register"];
  await expect.soft(page.getByRole("contentinfo")).toBeVisible();
  await expect.soft(page.getByRole("navigation", { name: "Member area" })).toHaveCount(0);
  const menu = ["Home", "About", "Contact", "Memberships", ...guest];
  expect
    .soft(await entriesOf(page, "Main menu"))
    .toEqual([...menu, ...(loggedIn ? ["Log out"] : [])]);
  const footer = [
    "About",
    "Privacy policy",
    "Terms and conditions",
    "Memberships",
    ...guest,
    "Contact",
  ];
  expect.soft(await entriesOf(page, "Site map")).toEqual([...footer, "Instagram", "YouTube"]);
  await expectNewsLinks(page, ["Withdraw from a contract"]);
}

/** Checks the menus of the member area (specification, section 2). */
async function expectMemberLayout(page: Page): Promise<void> {
  await expect.soft(page.getByRole("contentinfo")).toHaveCount(0);
  const side = ["Articles", "Recipes", "Videos", "Protocols", "Blog", "Membership", "Log out"];
  expect.soft(await entriesOf(page, "Member area")).toEqual(side);
  expect.soft(await entriesOf(page, "Main menu")).toEqual(["About"]);
  await expectNewsLinks(page);
  // The tabs of an admin's dashboard have a button of this name, too.
  const bar = page.getByRole("banner");
  await expect.soft(bar.getByRole("button", { name: "More", exact: true })).toBeVisible();
}

/** Checks heading, address, layout and banner after opening a place. */
async function expectPlace(portal: Portal, kind: Kind, place: Place) {
  const { page } = portal;
  const landing = place[kind];
  const isEntry = landing === "here" || landing.startsWith("/preview/");
  const heading = isEntry ? place.heading : headings[landing as keyof typeof headings];
  await expect.soft(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect
    .poll(() => portal.path(), place.path)
    .toBe(landing === "here" ? place.path : landing);
  const leaves = place.path === "/logout";
  if (isMember(kind) && !leaves) await expectMemberLayout(page);
  else await expectPublicLayout(page, kind !== "visitor" && !leaves);
  const asksToPay = (!isMember(kind) || leaves) && portal.path() !== "/registration-payment";
  await expect.soft(page.getByText(payBanner)).toHaveCount(asksToPay ? 1 : 0);
}

for (const [turn, kind] of kinds.entries()) {
  const title = `${kind}s find every route, with its guard, layout, menus and banner`;
  test(title, { tag: "@exhaustive" }, async ({ portal }) => {
    test.setTimeout(240_000);
    // Addresses with invented tokens, and the unknown address.
    portal.expectFailures(404);
    // Entries are asked for together with the user, before it is known that there is no membership.
    if (kind === "user") portal.expectFailures(403);
    if (kind !== "visitor") await portal.signIn(await portal.createUser({ kind }));
    for (const [at, place] of placeList.entries()) {
      await test.step(place.path, async () => {
        // To save page loads, each kind opens another fourth of the places by address and the rest by link.
        const byAddress = at === 0 || at % kinds.length === turn;
        await (byAddress ? portal.open(place.path) : portal.follow(place.path));
        await expectPlace(portal, kind, place);
      });
    }
  });
}
