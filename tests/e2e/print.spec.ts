import { expect, test } from "../fixtures/portal.ts";

test("a recipe is printed as black text on one sheet of paper, without menus and buttons @seam:print", async ({
  portal,
  page,
  build,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/recipes/liver-training-cubes");
  const heading = page.getByRole("heading", { level: 1, name: /liver/i });
  await expect(heading).toBeVisible();
  await page.evaluate(() => {
    window.print = () => void Reflect.set(globalThis, "printed", true);
  });
  const actions = page.getByRole("main").getByRole("button", { name: "Print, copy, untick" });
  await actions.click();
  // It is still open while the page is printed.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("menu")).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("menuitem", { name: "Print", exact: true }).click();
  expect(await page.evaluate(() => Reflect.get(globalThis, "printed"))).toBe(true);

  await page.emulateMedia({ media: "print" });
  await expect(heading).toHaveCSS("color", "rgb(0, 0, 0)");
  // The rest of the last page has the colour of the document.
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(actions).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByText("Ingredients")).toBeVisible();
  await page.emulateMedia({ media: null }); // other specs reuse the page
  // Electron prints by other means.
  if (build === "desktop") return;
  const margin = { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" };
  const pdf = (await page.pdf({ format: "A4", margin })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
