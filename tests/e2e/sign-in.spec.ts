import { expect, test } from "../fixtures/portal.ts";

test("login leads back to the requested page with its query", async ({ portal, page }) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.open("/videos?q=weave");
  await portal.expectPath("/login");
  await portal.fillLogin(member);
  await portal.expectPath("/videos");
  await expect.poll(() => portal.path()).toBe("/videos?q=weave");
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await expect.poll(() => portal.stored.get("token")).not.toBeNull();
});

test("a visitor reads what is open of an article, and sees beside the login what it is and what it costs", async ({
  portal,
  page,
}) => {
  await portal.open("/articles");
  const article = page.getByRole("article").first();
  const title = await article.getByRole("heading").innerText();
  const summary = await article.getByRole("paragraph").first().innerText();
  await expect(article.getByText("For members")).toBeVisible();
  await article.getByRole("link").click();
  await expect.poll(() => portal.path()).toMatch(/^\/preview\/articles\//);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const wall = page.getByRole("region", { name: "The rest of this article is for members" });
  await wall.getByRole("link", { name: "Log in" }).click();
  await portal.expectPath("/login");
  await expect(page.getByText("Log in to read this article.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  await expect(page.getByText(summary)).toBeVisible();
  await page.getByRole("link", { name: /^Yearly membership: €90 a year/ }).click();
  await portal.expectPath("/register");

  portal.expectFailures(404);
  await portal.open("/recipes/unheard-of");
  await portal.expectPath("/login");
  await expect(page.getByText("You will be taken back to “Recipe”.")).toBeVisible();
  await expect(portal.notifications()).toHaveCount(0);
});

test("Log in leads back to the page it was clicked on, to the cart, or to the page that asked for a login before @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  const logOut = async () => {
    await portal.open("/logout");
    await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  };
  await test.step("on a sign-in page, to the dashboard or the page that asked for a login before", async () => {
    const logIn = () => page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
    for (const path of ["/forgot-password", "/sub-missing", "/logout", "/register"]) {
      await portal.open(path);
      await logIn();
      await portal.expectPath("/login");
      await portal.fillLogin(user);
      await portal.expectPath("/dashboard");
      await logOut();
    }
    await portal.open("/membership");
    await portal.expectPath("/login");
    await page.getByRole("main").getByRole("link", { name: "Forgotten your password?" }).click();
    await logIn();
    await portal.fillLogin(user);
    await portal.expectPath("/membership");
  });
  await test.step("in a menu, to the page it was clicked on", async () => {
    await logOut();
    await portal.open("/articles?q=weave#top");
    await page.getByRole("contentinfo").getByRole("link", { name: "Log in" }).click();
    await portal.expectPath("/login");
    await expect(page.getByText("You will be taken back to “Articles”.")).toBeVisible();
    // A second click keeps the remembered page.
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
    await portal.fillLogin(user);
    await portal.expectPath("/articles");
    await expect.poll(() => portal.path()).toBe("/articles?q=weave");
    expect(new URL(page.url()).hash).toBe("#top");
  });
  await test.step("in the header, to the cart", async () => {
    await logOut();
    await portal.open("/memberships");
    await page.getByRole("button", { name: "Add to cart: Course-walking workbook" }).click();
    await page.getByRole("link", { name: /^Cart/ }).click();
    const place = () => page.evaluate(() => sessionStorage.getItem("remembered-place"));
    await page.getByRole("banner").getByRole("link", { name: "Register" }).click();
    await portal.expectPath("/register");
    await expect.poll(place).toBe("/checkout");
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await portal.fillLogin(user);
    await portal.expectPath("/checkout");
    await expect(page.getByRole("listitem").getByText("Course-walking workbook")).toBeVisible();
  });
});

test("a wrong password shows an error and keeps the input", async ({ portal, page }) => {
  const user = await portal.createUser({ kind: "user" });
  portal.expectFailures(401);
  await portal.open("/login");
  await portal.fillLogin({ email: user.email, password: "a wrong password" });
  await expect(page.getByRole("form").getByRole("alert")).toContainText("is wrong");
  await expect(page.getByRole("textbox", { name: "E-mail address" })).toHaveValue(user.email);
  await expect.poll(() => portal.path()).toBe("/login");
  await expect.poll(() => portal.stored.get("token")).toBeNull();
  await portal.fillLogin(user);
  await portal.expectPath("/dashboard");
});

test("logging out in one window logs the others out, and the server revokes the token @seam:session", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.open("/videos");
  const other = await portal.anotherWindow("/recipes");
  await expect(other.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await page.getByRole("link", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await expect(other.getByRole("contentinfo")).toBeVisible();
  await portal.expectPath("/login", other);
  await expect.poll(() => portal.requests("/api/logout").length).toBe(1);
  await other.close();
  portal.expectFailures(401);
  await portal.open("/about");
  await portal.signIn(member);
  await portal.expectPath("/login");
});
