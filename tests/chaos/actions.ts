import common from "#locales/en/common.json" with { type: "json" };
import titles from "#locales/en/titles.json" with { type: "json" };
import { menus, type RouteId } from "#shared/routes.ts";
import { places } from "../fixtures/places.ts";
import { drawAddExtra } from "./cart-actions.ts";
import type { Random } from "./random.ts";
import { attempt, canLoad, type Step } from "./walker.ts";

/** The walk never logs out. */
const isWalked = (id: RouteId) => id !== "logout";
const memberRoutes = [...menus.memberSide, ...menus.memberTop].filter(isWalked);
/** Menu of a member who is treated as a visitor, or whose session has ended. */
const publicRoutes = menus.public.filter(isWalked);
const { logout: _, ...others } = places;
/** Addresses that answer 404 by design are left out. */
const addresses = Object.values(others)
  .map(({ path }) => path)
  .filter((path) => path !== places.notFound.path && path !== places.secretPreview.path)
  .filter((path) => !path.includes("abc.def"));

function drawMenuLink({ pick }: Random): Step {
  const id = pick(pick([memberRoutes, memberRoutes, memberRoutes, publicRoutes]));
  const name = titles[id];
  return {
    name: `menu: ${id}`,
    take: ({ page }) =>
      attempt(() =>
        page.getByRole("navigation").getByRole("link", { name }).first().click({ timeout: 1_500 }),
      ),
  };
}

function drawMoreLink({ pick }: Random): Step {
  const id = pick(menus.memberMore);
  const name = titles[id];
  return {
    name: `more: ${id}`,
    take: ({ page }) =>
      attempt(async () => {
        await page.getByRole("button", { name: common.more, exact: true }).click();
        await page.getByRole("menuitem", { name }).click();
      }),
  };
}

function drawAddress({ pick }: Random): Step {
  const address = pick(addresses);
  return {
    name: `open ${address}`,
    take: async (walker) =>
      canLoad(walker) ? attempt(() => walker.portal.open(address)) : "elsewhere",
  };
}

const reload: Step = {
  name: "reload",
  take: async (walker) => (canLoad(walker) ? attempt(() => walker.portal.reload()) : "elsewhere"),
};

/** Goes back or forward within the portal, and without a connection within the current document. */
function drawHistory({ pick }: Random): Step {
  const by = pick([-1, -1, 1]);
  return {
    name: by < 0 ? "back" : "forward",
    take: async (walker) => {
      let went = false;
      const outcome = await attempt(async () => {
        went = await walker.page.evaluate(
          ([steps, mayLoad]) => {
            const { entries, current } = {
              entries: navigation.entries(),
              current: navigation.currentEntry?.index ?? 0,
            };
            const entry = entries[current + steps];
            if (!entry || !(mayLoad || entry.sameDocument)) return false;
            history.go(steps);
            return true;
          },
          [by, canLoad(walker)] as const,
        );
      });
      return went ? outcome : "elsewhere";
    },
  };
}

function drawSearch({ pick }: Random): Step {
  const words = pick(["weave", "liver", "ring", "no such thing", "<b>", ""]);
  return {
    name: `search for "${words}"`,
    take: ({ page }) =>
      attempt(() => page.getByRole("main").getByRole("searchbox").fill(words, { timeout: 1_500 })),
  };
}

function drawEntry({ below }: Random): Step {
  const drawn = below(1_000);
  return {
    name: `open entry ${drawn}`,
    take: ({ page }) =>
      attempt(async () => {
        const links = page.getByRole("main").getByRole("article").getByRole("link");
        await links.first().waitFor({ timeout: 1_500 });
        await links.nth(drawn % Math.max(await links.count(), 1)).click();
      }),
  };
}

const toggleMenu: Step = {
  name: "collapse or expand the menu",
  take: ({ page }) =>
    attempt(() => page.getByRole("button", { name: /^(Collapse|Expand) menu$/ }).click()),
};

const writeHalfAMessage: Step = {
  name: "write half a message",
  take: async ({ page }) => {
    const subject = page.getByLabel("What is it about?");
    const message = page.getByLabel("Your message");
    return attempt(async () => {
      const link = page.getByRole("link", { name: titles.contact });
      if (!(await subject.isVisible()) && (await link.first().isVisible())) {
        await link.first().click();
      }
      await subject.fill("Half a mess");
      await message.fill("It was never sent, bec");
    });
  },
};

/** Draws a random action of a member. */
export const drawAction = (random: Random): Step =>
  random.weighted<() => Step>([
    [8, () => drawMenuLink(random)],
    [2, () => drawMoreLink(random)],
    [4, () => drawAddress(random)],
    [3, () => drawHistory(random)],
    [3, () => reload],
    [2, () => drawSearch(random)],
    [4, () => drawEntry(random)],
    [5, () => drawAddExtra(random)],
    [1, () => toggleMenu],
    [2, () => writeHalfAMessage],
  ])();
