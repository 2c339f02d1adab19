import type { Locator, Page } from "@playwright/test";
import { unsavedDrafts } from "#shared/stored-values.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

type Admin = Awaited<ReturnType<Portal["createUser"]>>;

/** Signs an admin in. */
async function signIn(portal: Portal): Promise<Admin> {
  const admin = await portal.createUser({ kind: "admin" });
  await portal.signIn(admin);
  return admin;
}

/** Starts an entry and returns the path of its page. */
async function start(portal: Portal, admin: Admin, kind: string, title: string): Promise<string> {
  const body = { kind, title };
  const { slug } = (await portal.send("POST", "/api/studio/entries", { user: admin, body })) as {
    slug: string;
  };
  return `/studio/${kind}/${slug}`;
}

const unique = (title: string) => `${title} ${Date.now()}`;
/** On a phone, what is opened over an entry is in a menu. */
const menuOfBar = "Preview, history, details";
const summary = (page: Page) => page.getByLabel("English: summary");
const saved = (page: Page) => expect(page.getByText(/^Saved \d/)).toBeVisible();

/** Drags with a finger: from the middle of an element to that of another, until a text says that it is there. */
async function dragByTouch(page: Page, from: Locator, to: Locator, said: string): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const middleOf = async (element: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [first, last] = [await middleOf(from), await middleOf(to)];
  const halfway = { x: last.x, y: (first.y + last.y) / 2 };
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [first] });
  for (const point of [halfway, last]) {
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  await expect(page.getByText(said)).toBeAttached();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  // Until this timer has run, dnd-kit swallows clicks: one that comes with the end of a drag is none.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
}

/** Lets a window not hear of what others save, as if it was typed into at once. */
const hearNothing = (page: Page) =>
  page.route("**/api/studio/entries/*/*/revision", (route) =>
    route.fulfill({ json: { revision: 0 } }),
  );

/** Names of the databases in the browser. */
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test("an admin writes an article, which readers see once it is published, and mends it", async ({
  portal,
  page,
}) => {
  const title = unique("Start-line habits");
  await signIn(portal);
  await portal.open("/studio");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Article" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Start writing" }).click();
  await expect(page.getByLabel("English: title")).toHaveValue(title);
  await summary(page).fill("What to do in the last minute.");
  await page.getByRole("textbox", { name: "English: text" }).fill("Breathe out. Wait. Release.");
  await saved(page);

  // Something is missing: the list leads there.
  portal.expectFailures(400);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("menuitem", { name: "Publish now" }).click();
  await page.getByRole("button", { name: /^Tags:/ }).click();
  await page.getByRole("checkbox", { name: "Agility" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("menuitem", { name: "Publish now" }).click();
  await page.getByRole("link", { name: "Read it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Breathe out. Wait. Release.")).toBeVisible();

  // A typo is mended in four presses: Edit, the text, Publish, Publish now.
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await summary(page).fill("What to do in the last second.");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("menuitem", { name: "Publish now" }).click();
  await page.getByRole("link", { name: "Read it" }).click();
  await expect(page.getByText("What to do in the last second.")).toBeVisible();
});

test("two windows show what the other one saves, and lose no text where both write; dialogs leave the page where it is @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("an idle window shows what another one saves, and that nothing was published", async () => {
    const path = await start(portal, await signIn(portal), "articles", unique("Idle"));
    await portal.open(path);
    await expect(summary(page)).toBeVisible();
    const other = await portal.anotherWindow(path);
    await summary(other).fill("Written in the other window.");
    await saved(other);
    await expect(summary(page)).toHaveValue("Written in the other window.");
    await expect(page.getByText("You saved a newer version in another window")).toBeVisible();

    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join("\n\n");
    await page.getByRole("textbox", { name: "English: text" }).fill(lines);
    await saved(page);
    const scrolled = () => page.evaluate(() => scrollY);
    await page.evaluate(() => scrollTo(0, 600));
    await expect.poll(scrolled).toBe(600);
    // A dialog hides it from assistive technology.
    const menu = page.getByRole("link", { name: "Articles", includeHidden: true }).first();
    const before = await menu.boundingBox();
    await page.getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await menu.boundingBox()).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "History" })).toBeFocused();
    expect(await scrolled()).toBe(600);
    portal.expectFailures(400);
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("menuitem", { name: "Publish now" }).click();
    await expect(page.getByText(/^Not published yet/)).toBeInViewport();
  });
  await test.step("two windows that write the same entry lose neither text", async () => {
    const path = await start(portal, await signIn(portal), "articles", unique("Two windows"));
    await portal.open(path);
    await expect(summary(page)).toBeVisible();
    const other = await portal.anotherWindow(path);
    await hearNothing(page);
    await hearNothing(other);
    await summary(other).fill("Written in the other window.");
    await saved(other);
    portal.expectFailures(409);
    await summary(page).fill("Written in this window.");
    await page.getByRole("button", { name: "Compare and choose" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("deletion").filter({ hasText: "other" })).toBeVisible();
    expect(await violations(page, ["region"])).toEqual([]);
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await saved(page);
    await expect(summary(page)).toHaveValue("Written in this window.");

    await summary(other).fill("Written in the other window, later.");
    await other.getByRole("button", { name: "Compare and choose" }).click();
    await other.getByRole("button", { name: "Take the other one" }).click();
    await other
      .getByRole("dialog", { name: "Give up your version?" })
      .getByRole("button", { name: "Take the other one" })
      .click();
    await expect(summary(other)).toHaveValue("Written in this window.");
  });
});

test("text that could not be saved is kept: without a connection, when a session ends, and for its admin while another one logs in @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("without a connection it is offered at the next visit, and then saved", async () => {
    const path = await start(portal, await signIn(portal), "articles", unique("On the train"));
    await portal.open(path);
    await expect(summary(page)).toBeVisible();
    portal.faults.disconnect(true);
    await summary(page).fill("Written in a tunnel.");
    await expect(
      page.getByText("Not saved: no connection. Kept on this device.").first(),
    ).toBeVisible();
    await page.goto("about:blank");
    portal.faults.disconnect(false);
    await portal.open(path);
    await expect(summary(page)).toHaveValue("");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page.getByRole("insertion").filter({ hasText: "tunnel" })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Keep this text" }).click();
    await saved(page);
    await portal.reload();
    await expect(summary(page)).toHaveValue("Written in a tunnel.");
    await expect(page.getByText("There is text on this device")).toHaveCount(0);
  });
  await test.step("it waits for its admin while another one logs in", async () => {
    const [admin, other] = [await signIn(portal), await portal.createUser({ kind: "admin" })];
    const path = await start(portal, admin, "articles", unique("Handed over"));
    const login = page.getByRole("dialog", { name: "Log in to go on writing" });
    const logIn = async ({ email, password }: Admin) => {
      await login.getByRole("textbox", { name: "E-mail address" }).fill(email);
      await login.getByLabel("Password", { exact: true }).fill(password);
      await login.getByRole("button", { name: "Log in", exact: true }).click();
    };
    await portal.open(path);
    await expect(summary(page)).toBeVisible();
    portal.expectFailures(401);
    await portal.endSessions(admin);
    await summary(page).fill("By the first.");
    await logIn(other);
    await expect(summary(page)).toHaveValue("");
    await expect(page.getByText("There is text on this device")).toHaveCount(0);
    portal.expectFailures(401);
    await portal.endSessions(other);
    await summary(page).fill("x");
    await logIn(admin);
    await expect(page.getByText("There is text on this device")).toBeVisible();
  });
  await test.step("a session that ends asks for the login over the text; a logout deletes what is kept", async () => {
    const admin = await signIn(portal);
    const path = await start(portal, admin, "articles", unique("Over night"));
    await portal.open(path);
    await expect(summary(page)).toBeVisible();
    portal.expectFailures(401);
    await portal.endSessions(admin);
    await summary(page).fill("Written at midnight.");
    const login = page.getByRole("dialog", { name: "Log in to go on writing" });
    await expect(login.getByRole("textbox", { name: "E-mail address" })).toHaveValue(admin.email);
    expect(await violations(page)).toEqual([]);

    // It can be put off, and the text is there to be copied.
    await page.keyboard.press("Escape");
    await expect(login).toBeHidden();
    await expect(page.getByText("Not saved: your session has ended.").first()).toBeVisible();
    await expect(summary(page)).toHaveValue("Written at midnight.");
    expect(await databases(page)).toContain(unsavedDrafts.database);
    await summary(page).fill("Written after midnight.");
    await page.getByRole("button", { name: "Log in", exact: true }).press("Enter");
    await login.getByLabel("Password", { exact: true }).fill(admin.password);
    await login.getByLabel("Password", { exact: true }).press("Enter");
    await expect(login).toBeHidden();
    await saved(page);
    await portal.reload();
    await expect(summary(page)).toHaveValue("Written after midnight.");

    await page.getByRole("link", { name: "Log out" }).press("Enter");
    await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
    await expect.poll(() => databases(page)).not.toContain(unsavedDrafts.database);
  });
});

test("a phone on its side shows the text that is written below bars of at most 96 px, with Publish @exhaustive", async ({
  portal,
  page,
}) => {
  const admin = await signIn(portal);
  await portal.open(await start(portal, admin, "articles", unique("On its side")));
  const text = page.getByRole("textbox", { name: "English: text" });
  for (const size of [
    { width: 740, height: 360 },
    { width: 390, height: 500 }, // upright, above a keyboard
  ]) {
    await portal.resize(size);
    await text.click();
    await page.keyboard.press("ControlOrMeta+End");
    for (let line = 0; line < 20; line += 1) await page.keyboard.type("Breathe out.\n");
    await page.keyboard.type("Release.");
    await expect(page.getByRole("button", { name: "Publish" })).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } =
      (await page.getByRole("toolbar", { name: "Tools of the text" }).boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(96);
    const written = text.getByText("Release.").last();
    await expect(written).toBeInViewport({ ratio: 1 });
    // At its first line the caret is below the bars, too.
    await page.keyboard.press("ControlOrMeta+Home");
    const first = async () => (await text.locator("p").first().boundingBox())?.y;
    await expect.poll(first).toBeGreaterThanOrEqual(y + height);
  }
});

test("on a phone a recipe is written from a pasted list, with the keyboard alone, and a long word widens nothing @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("a recipe is written from a pasted list, with the keyboard alone", async () => {
    const path = await start(portal, await signIn(portal), "recipes", unique("Liver cubes"));
    await portal.resize({ width: 360, height: 740 });
    await portal.open(path);
    await page.getByRole("button", { name: "Paste a list" }).press("Enter");
    await expect(page.getByLabel("List of ingredients")).toBeFocused();
    await page.keyboard.insertText("200 g liver\n1½ tsp salt\n2 eggs\nsome parsley");
    await page.getByRole("button", { name: "Add as rows" }).press("Enter");
    const rows = page.getByRole("list", { name: "Ingredients" }).getByRole("listitem");
    await expect(rows).toHaveCount(4);
    await expect(rows.last().getByText("Please check")).toBeVisible();
    await page.getByRole("button", { name: "Move up: Ingredient 3" }).press("Enter");
    await expect(page.getByRole("button", { name: "Move up: Ingredient 2" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(rows.first().getByLabel("Ingredient", { exact: true })).toHaveValue("eggs");
    await page.getByRole("button", { name: /^Undo \(Ingredient/ }).press("Enter");
    await expect(rows.first().getByLabel("Ingredient", { exact: true })).toHaveValue("liver");
    await saved(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: menuOfBar }).press("Enter");
    await page.getByRole("menuitem", { name: "Details" }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violations(page, ["region"])).toEqual([]);
  });
  await test.step("a title of one long word widens neither its page nor a list", async () => {
    const word = "Donaudampfschifffahrtsgesellschaftskapitän";
    const admin = await signIn(portal);
    await portal.publish(`long-word-${Date.now()}`, word);
    const path = await start(portal, admin, "blog", unique(word));
    await portal.resize({ width: 320, height: 700 });
    for (const [address, shown] of [
      [path, page.getByLabel("English: title")],
      ["/blog", page.getByRole("heading", { name: word }).first()],
    ] as const) {
      await portal.open(address);
      await expect(shown).toBeVisible();
      expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        address,
        320,
      ]);
    }
  });
});

test("the twelve weeks of a protocol are dragged by touch, copied, and moved by the keyboard on a phone @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await signIn(portal);
  const path = await start(portal, user, "protocols", unique("Twelve weeks"));
  const entry = `/api${path.replace("/studio/", "/studio/entries/")}`;
  const session = { title: "Walk", minutes: 10, description: "Walk." };
  const titles = Array.from({ length: 12 }, (_, at) => `Step ${at + 1}`);
  const weeks = titles.map((title) => ({ title, sessions: [session] }));
  const front = { title: "Twelve weeks", summary: "", weeks };
  const body = { revision: 1, draft: { metadata: {}, texts: { en: { front, body: "" } } } };
  await portal.send("PUT", entry, { user, body });
  await portal.resize({ width: 360, height: 740 });
  await portal.open(path);

  const rows = page.getByRole("list", { name: "Weeks" }).getByRole("listitem");
  const handle = (week: number) => page.getByRole("button", { name: `Drag: Week ${week}` });
  await expect(rows).toHaveCount(12);
  // By touch: the second week goes below the fourth.
  await handle(3).scrollIntoViewIfNeeded();
  await dragByTouch(page, handle(2), handle(4), "Week 2, lifted: 4 of 12");
  await expect(rows.nth(3)).toContainText("Step 2");
  await expect(handle(4)).toBeFocused();
  // A copy of the first one, and the last one up by two places.
  await page.getByRole("button", { name: "Duplicate: Week 1", exact: true }).press("Enter");
  await expect(rows).toHaveCount(13);
  await handle(13).press("Space");
  for (const place of [12, 11]) {
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(`Week 13, lifted: ${place} of 13`)).toBeAttached();
  }
  await page.keyboard.press("Space");
  await expect(handle(11)).toBeFocused();
  await expect(rows.nth(10)).toContainText("Step 12");
  await page.getByRole("button", { name: "Undo (Week 13: moved to 11 of 13)" }).press("Enter");
  await expect(rows.nth(12)).toContainText("Step 12");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+s");
  await saved(page);
  const { draft } = (await portal.send("GET", entry, { user })) as {
    draft: { texts: { en: { front: { weeks: { title: string }[] } } } };
  };
  const order = [1, 1, 3, 4, 2, 5, 6, 7, 8, 9, 10, 11, 12];
  expect(draft.texts.en.front.weeks).toEqual(
    order.map((step) => ({ title: `Step ${step}`, sessions: [session] })),
  );
});

test("a secret preview is read without an account until it is revoked @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await signIn(portal);
  const title = unique("Unseen draft");
  const path = await start(portal, user, "articles", title);
  const entry = `/api${path.replace("/studio/", "/studio/entries/")}`;
  const { draft, revision } = (await portal.send("GET", entry, { user })) as {
    draft: { metadata: object };
    revision: number;
  };
  const front = { title, summary: "What it says." };
  const written = {
    metadata: { ...draft.metadata, tags: ["agility"] },
    texts: { en: { front, body: "A text about measuring." } },
  };
  await portal.send("PUT", entry, { user, body: { revision, draft: written } });
  await portal.open(path);
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByRole("button", { name: "Make an address" }).click();
  const asked = page.getByRole("dialog", { name: "Make a secret address" });
  await asked.getByLabel("Current password").fill(user.password);
  await asked.getByRole("button", { name: "Make an address" }).click();
  const address = await page.getByRole("textbox", { name: "Secret address" }).inputValue();
  const { pathname } = new URL(address);
  await page.getByRole("button", { name: "Revoke" }).waitFor();

  await portal.stored.remove("token");
  await portal.open(pathname);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("This is a draft.")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");

  await signIn(portal);
  await portal.open(path);
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Make an address" })).toBeVisible();
  portal.expectFailures(404);
  await portal.stored.remove("token");
  await portal.open(pathname);
  await expect(page.getByRole("heading", { name: "This preview has ended" })).toBeVisible();
});

test("axe finds nothing in the studio, wide or narrow, and a table of the preview has the colour of the text around it @exhaustive", async ({
  portal,
  page,
}) => {
  const admin = await signIn(portal);
  const path = await start(portal, admin, "protocols", unique("Four weeks"));
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await portal.resize(size);
    for (const place of [
      "/studio",
      "/studio?part=extras",
      "/studio/new/blog",
      path,
      "/studio/recipes/liver-training-cubes",
    ]) {
      await portal.open(place);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByLabel("Loading…")).toHaveCount(0);
      expect.soft(await violations(page), `${place}, ${size.width}`).toEqual([]);
    }
    const isPhone = size.width === 360;
    if (isPhone) await page.getByRole("button", { name: menuOfBar }).click();
    await page.getByRole(isPhone ? "menuitem" : "button", { name: "Preview", exact: true }).click();
    await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await violations(page, ["region"]), `preview, ${size.width}`).toEqual([]);
  }
  await test.step("a table of the preview has the colour of the text around it", async () => {
    await portal.resize({ width: 1440, height: 900 });
    await portal.open("/studio/articles/building-weave-entries");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const frame = page.frameLocator("iframe");
    const colourOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color);
    await expect(frame.getByRole("cell").first()).toBeVisible();
    expect(await colourOf(frame.getByRole("cell").first())).toBe(
      await colourOf(frame.getByRole("paragraph").last()),
    );
  });
});
