import { expect, test, type Portal } from "../fixtures/portal.ts";

const phone = { width: 360, height: 740 };
const screen = { width: 1280, height: 800 };

/** An overlay, the button that opens it, and its close button; a menu has none. */
const overlays = [
  {
    what: "the public drawer",
    kind: "user",
    path: "/about",
    opener: "Open menu",
    size: phone,
    close: "Close menu",
  },
  {
    what: "the members' drawer",
    kind: "member",
    path: "/about",
    opener: "Open menu",
    size: phone,
    close: "Close menu",
  },
  {
    what: "a dialog of the public site",
    kind: "user",
    path: "/dashboard?tab=account",
    opener: "Delete my account",
    size: screen,
    close: "Cancel",
  },
  {
    what: "a dialog of the member area",
    kind: "member",
    path: "/subscription",
    opener: "Cancel membership",
    size: screen,
    close: "Keep membership",
  },
  {
    what: "the More group",
    kind: "member",
    path: "/about",
    opener: "More",
    size: screen,
    close: null,
  },
] as const;
type Overlay = (typeof overlays)[number];

const ways = {
  Escape: ({ page }: Portal) => page.keyboard.press("Escape"),
  "a click beside it": ({ page }: Portal) => page.mouse.click(8, 700),
  "its close button": ({ page }: Portal, { close }: Overlay) =>
    page
      .getByRole("dialog")
      .getByRole("button", { name: close ?? "" })
      .click(),
};

/** Opens and closes an overlay in every way, and expects the focus on its opener afterwards. */
async function expectFocusReturned(portal: Portal, overlay: Overlay): Promise<void> {
  const { page } = portal;
  await portal.resize(overlay.size);
  await portal.open(overlay.path);
  const opener = page.getByRole("button", { name: overlay.opener, exact: true });
  const opened = page.getByRole(overlay.close === null ? "menu" : "dialog");
  for (const [way, close] of Object.entries(ways)) {
    if (overlay.close === null && close === ways["its close button"]) continue;
    for (const press of ["click", "Enter"]) {
      await test.step(`${overlay.what}, opened by ${press}, closed by ${way}`, async () => {
        await (press === "click" ? opener.click() : opener.press(press));
        await expect(opened).toBeVisible();
        await expect
          .poll(() => opened.evaluate((node) => node.contains(document.activeElement)))
          .toBe(true);
        await close(portal, overlay);
        await expect(opened).toHaveCount(0);
        await expect.soft(opener).toBeFocused();
      });
    }
  }
}

test("overlays return the focus to the element that opened them, a drawer also in browsers where clicking does not focus buttons, such as Safari @exhaustive", async ({
  portal,
  page,
}) => {
  for (const kind of ["user", "member"] as const) {
    await portal.signIn(await portal.createUser({ kind }));
    for (const overlay of overlays.filter((one) => one.kind === kind))
      await expectFocusReturned(portal, overlay);
  }
  await test.step("a drawer whose button is not focused by a click", async () => {
    await portal.resize(phone);
    await portal.open("/about");
    await page.evaluate(() =>
      document.addEventListener("mousedown", (event) => {
        if (event.target instanceof Element && event.target.closest("button"))
          event.preventDefault();
      }),
    );
    const opener = page.getByRole("button", { name: "Open menu", exact: true });
    await opener.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close menu" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});
