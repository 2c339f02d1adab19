import type { Browser, Page } from "@playwright/test";
import { localisedPath, languages } from "#shared/languages.ts";
import { routeIds, routes } from "#shared/routes.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its own index.html");

const publicPaths = routeIds
  .filter((id) => "publicHtml" in routes[id])
  .map((id) => routes[id].path);

const entryFile = /^\/assets\/index-[^/]*\.js$/;

const originOf = (portal: Portal) => new URL(portal.page.url()).origin;

/** Opens an address in a browser without scripts. */
async function withoutScripts(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Has a page request files again that the browser has already. */
async function withoutCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
}

/** Loads a page and keeps the app's code away until the returned function is called. */
async function openWithoutCode(portal: Portal, path: string): Promise<() => Promise<void>> {
  await withoutCache(portal.page);
  const code = Promise.withResolvers<void>();
  portal.faults.add({ path: entryFile, until: code.promise });
  const requests = () =>
    portal.requests("/assets/").filter(({ path: asset }) => entryFile.test(asset)).length;
  const earlier = requests();
  await portal.page.goto(originOf(portal) + path);
  return async () => {
    await expect.poll(requests, "the code was asked for").toBeGreaterThan(earlier);
    code.resolve();
  };
}

const waitForHydration = (page: Page) =>
  page.waitForFunction(() => !("inputBeforeHydration" in window), null, { timeout: 20_000 });

/**
 * Records at every frame whether a text is visible, until the page has another heading. Returns what was
 * seen.
 */
async function seesWhileLoading(page: Page, text: string): Promise<() => Promise<boolean>> {
  const script = await page.addInitScript((wanted) => {
    const record = window as { seen?: boolean };
    record.seen = false;
    const look = () => {
      const root = document.getElementById("root");
      const isShown = root !== null && getComputedStyle(root).visibility === "visible";
      if (isShown && root.textContent.includes(wanted)) record.seen = true;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, text);
  return async () => {
    await script.dispose();
    return page.evaluate(() => (window as { seen?: boolean }).seen ?? false);
  };
}

test("every public page can be read without scripts, in both languages @exhaustive", async ({
  portal,
  browser,
}) => {
  await portal.announce({ title: "A ring moves", text: "Ring four is behind the hall." });
  await portal.open("/");
  const page = await withoutScripts(browser, originOf(portal));
  for (const path of publicPaths) {
    for (const language of languages) {
      await page.goto(originOf(portal) + localisedPath(path, language));
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const text = await page.getByRole("main").innerText();
      expect(text.length, `${path} in ${language}`).toBeGreaterThan(300);
      expect(await page.locator("[style]").count(), "styles that the policy blocks").toBe(0);
    }
  }
  await page.goto(`${originOf(portal)}/memberships`);
  await expect(page.getByText("€90").first()).toBeVisible();
  await page.goto(`${originOf(portal)}/announcements`);
  await expect(page.getByText("Ring four is behind the hall.")).toBeVisible();
  await page.goto(`${originOf(portal)}/articles?lang=pl`);
  await page
    .getByRole("navigation", { name: "Menu główne" })
    .getByRole("link", { name: "O nas" })
    .click();
  await expect(page).toHaveURL(/\/about\?lang=pl$/);
  await page.context().close();
});

test("a page is taken over in place: nothing moves, and its elements stay @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  for (const path of publicPaths) {
    const release = await openWithoutCode(portal, path);
    const before = await page.getByRole("main").elementHandle();
    const text = await page.getByRole("main").innerText();
    const fetchedAtRest = await page.evaluate(() => {
      const preloads = () => document.head.querySelectorAll("link[rel=modulepreload]").length;
      const earlier = preloads();
      dispatchEvent(new PointerEvent("pointermove"));
      return preloads() - earlier;
    });
    expect(fetchedAtRest, `${path}: a pointer rests`).toBe(0);
    await page.evaluate(() => {
      const shifts = window as { shift?: number };
      shifts.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.shift = (shifts.shift ?? 0) + (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift" });
      dispatchEvent(new PointerEvent("pointermove", { movementX: 1 }));
    });
    await release();
    await waitForHydration(page);
    expect(await before?.evaluate((element) => element.isConnected), path).toBe(true);
    expect(await page.getByRole("main").innerText(), path).toBe(text);
    expect(await page.evaluate(() => (window as { shift?: number }).shift), path).toBe(0);
    portal.faults.clear();
  }
});

test("going back, before the code arrived, to a page that was shown without a load leads there @exhaustive", async ({
  portal,
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  await portal.open("/contact");
  await page.getByRole("banner").getByRole("link", { name: "About" }).hover();
  await waitForHydration(page);
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await portal.expectPath("/about");
  const release = await openWithoutCode(portal, "/articles");
  await page.goBack();
  await portal.expectPath("/about");
  await page.goBack();
  await portal.expectPath("/contact");
  await release();
  await expect(heading).toHaveText("Contact");
  await waitForHydration(page);
  await page.goForward();
  await expect(heading).toHaveText("We stand where you stand: beside the ring");
});

test("what was typed before the code arrived stays, and is sent", async ({ portal, page }) => {
  await portal.open("/about");
  const release = await openWithoutCode(portal, "/contact");
  await page.getByLabel("Your name").fill("Robin");
  await page.getByLabel("E-mail address").fill("robin@example.com");
  await page.getByLabel("What is it about?").fill("Typed early");
  await page.getByLabel("Your message").pressSequentially("A message that was typed early");
  await page.keyboard.type(" and late.");
  await release();
  await waitForHydration(page);
  await expect(page.getByLabel("Your message")).toBeFocused();
  await expect(page.getByLabel("Your message")).toHaveValue(
    "A message that was typed early and late.",
  );
  await expect(page.getByLabel("Your name")).toHaveValue("Robin");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("We have your message")).toBeVisible();
});

test("the menu opens before the code has arrived, and stays open while the app takes the page over @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.resize({ width: 360, height: 740 });
  await portal.open("/about");
  const release = await openWithoutCode(portal, "/articles");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Register" })).toBeVisible();
  await release();
  await waitForHydration(page);
  await menu.getByRole("link", { name: "Memberships" }).click();
  await portal.expectPath("/memberships");
  await expect(menu.getByRole("link", { name: "Register" })).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Register" })).toBeVisible();
});

/** Fills in the contact form. */
async function writeMessage(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Your name").fill("Robin");
  await page.getByLabel("E-mail address").fill("robin@example.com");
  await page.getByLabel("What is it about?").fill(subject);
  await page.getByLabel("Your message").fill("A message that was written early, before the code.");
}

test("a form that is sent before the code arrived is sent once, by the app; a press whose code did not arrive is forgotten, and the next one works @exhaustive", async ({
  portal,
  page,
}) => {
  const sent = () => portal.requests("/api/contact", "POST");
  const send = page.getByRole("button", { name: "Send message" });
  await test.step("a form that is sent early is sent once", async () => {
    await portal.open("/about");
    const release = await openWithoutCode(portal, "/contact");
    await writeMessage(page, "Sent early");
    await send.dblclick();
    await release();
    await expect(page.getByText("We have your message")).toBeVisible();
    await expect.poll(() => portal.path()).toBe("/contact");
    await expect.poll(sent).toHaveLength(1);
  });
  await test.step("a press whose code did not arrive is forgotten, and the next one works", async () => {
    portal.faults.clear();
    portal.expectFailures("network");
    const isDown = { value: true };
    portal.faults.add({ path: entryFile, drop: true, when: () => isDown.value });
    await page.goto(`${originOf(portal)}/contact`);
    await writeMessage(page, "Twice");
    await send.click();
    await expect(send).not.toHaveAttribute("aria-busy", "true");
    isDown.value = false;
    await page.getByLabel("Your name").pressSequentially(" B");
    await waitForHydration(page);
    expect(sent()).toHaveLength(1);
    await send.click();
    await expect(page.getByText("We have your message")).toBeVisible();
    await expect.poll(() => portal.path()).toBe("/contact");
  });
});

test("login and register are filled in and sent before the code has arrived, and do not move when it does; a login that leads back is not shown as another one @exhaustive", async ({
  portal,
  page,
}) => {
  const form = page.getByRole("form");
  await test.step("register is filled in, and does not move", async () => {
    await portal.open("/about");
    const release = await openWithoutCode(portal, "/register");
    const before = await form.boundingBox();
    await page.getByLabel("E-mail address").pressSequentially("robin@example");
    await page.keyboard.type(".com");
    await release();
    await waitForHydration(page);
    await expect(page.getByLabel("E-mail address")).toHaveValue("robin@example.com");
    expect(await form.boundingBox()).toEqual(before);
    portal.faults.clear();
  });
  await test.step("a login that leads back to a page is not shown as another one", async () => {
    await portal.open("/preview/articles/building-weave-entries");
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page.getByText("Log in to read this article.")).toBeVisible();
    const release = await openWithoutCode(portal, "/login");
    await expect(form).toBeHidden();
    await release();
    await expect(page.getByText("Log in to read this article.")).toBeVisible();
    await expect(form).toBeVisible();
    portal.faults.clear();
  });
  await test.step("login is sent once", async () => {
    await page.evaluate(() => sessionStorage.clear()); // the page that it leads back to
    const user = await portal.createUser({ kind: "user" });
    const release = await openWithoutCode(portal, "/login");
    await portal.fillLogin(user);
    await release();
    await portal.expectPath("/dashboard");
    expect(portal.requests("/api/login")).toHaveLength(1);
  });
});

test("who chose Polish never sees the English page; a member never sees the visitors' page, unless the code does not arrive @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await test.step("who chose Polish never sees the English page", async () => {
    await portal.stored.set("language", "pl");
    const hasSeen = await seesWhileLoading(page, "Memberships");
    await portal.open("/articles");
    await expect(page.getByRole("heading", { level: 1, name: "Artykuły" })).toBeVisible();
    expect(await hasSeen()).toBe(false);
  });
  await test.step("a member never sees the visitors' page", async () => {
    await portal.stored.set("language", "en");
    await portal.signIn(await portal.createUser({ kind: "member" }));
    const hasSeen = await seesWhileLoading(page, "To access the portal please pay");
    await portal.open("/articles");
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    expect(await hasSeen()).toBe(false);
  });
  await test.step("a member whose code does not arrive sees the visitors' page, not an empty one", async () => {
    portal.expectFailures("network");
    await withoutCache(page);
    portal.faults.add({ path: entryFile, drop: true });
    await page.goto(`${originOf(portal)}/articles`);
    await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  });
});

test("a page in Polish is shown where the browser does not say how it was reached, keeps its address when it is taken over, and stays Polish when it is reloaded before the code arrived @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await test.step("it is shown where the browser does not say how it was reached", async () => {
    await portal.stored.clear();
    const window = await page.context().newPage();
    await window.addInitScript(() => {
      performance.getEntriesByType = () => [];
    });
    await withoutCache(window);
    const code = Promise.withResolvers<void>();
    portal.faults.add({ path: entryFile, until: code.promise });
    await window.goto(`${originOf(portal)}/contact?lang=pl`);
    await expect(window.getByRole("heading", { level: 1 })).toHaveText("Kontakt");
    await window.close();
    code.resolve();
    portal.faults.clear();
  });
  await test.step("it keeps its address when it is taken over", async () => {
    await portal.stored.clear();
    await portal.open("/contact?lang=pl");
    await waitForHydration(page);
    await page.getByRole("banner").getByRole("link", { name: "O nas" }).click();
    await portal.expectPath("/about");
    await expect.poll(() => portal.path()).toBe("/about?lang=pl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Stoimy/);
  });
  await test.step("it stays Polish when it is reloaded before the code arrived", async () => {
    await portal.stored.clear();
    await openWithoutCode(portal, "/contact?lang=pl");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kontakt");
    await expect(page.locator("html")).not.toHaveAttribute("data-own");
  });
});
