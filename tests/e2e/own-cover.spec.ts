import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

/** A blue picture with a green foot: of 32 megapixels, more than the server reads. */
async function widePicture(): Promise<Buffer> {
  const canvas = createCanvas(8000, 4000);
  const context = canvas.getContext("2d");
  context.fillStyle = "#2244cc";
  context.fillRect(0, 0, 8000, 4000);
  context.fillStyle = "#22aa44";
  context.fillRect(0, 3000, 8000, 1000);
  return canvas.encode("jpeg");
}

test("a picture of one's own is uploaded, described, cropped around its focus, and seen by readers wherever the entry is @exhaustive", async ({
  portal,
  page,
}) => {
  const title = `A gate in the fog ${Date.now()}`;
  const admin = await portal.createUser({ kind: "admin" });
  await portal.signIn(admin);
  const { slug } = (await portal.send("POST", "/api/studio/entries", {
    user: admin,
    body: { kind: "articles", title },
  })) as { slug: string };
  await portal.open(`/studio/articles/${slug}`);
  await page.getByLabel("English: summary").fill("What to look for.");
  await page.getByRole("textbox", { name: "English: text" }).fill("Look twice.");
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByRole("checkbox", { name: "Agility" }).check();

  const field = page.getByRole("group", { name: "Picture of your own" });
  const input = field.locator('input[type="file"]');
  portal.expectFailures(400);
  await input.setInputFiles({
    name: "notes.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("no picture"),
  });
  await expect(field.getByText(/neither a JPEG/)).toBeVisible();
  await input.setInputFiles({
    name: "Gate.jpg",
    mimeType: "image/jpeg",
    buffer: await widePicture(),
  });
  const slider = field.getByRole("slider", { name: /Focus from the left/ });
  await expect(slider).toHaveValue("50");
  await slider.press("ArrowRight");
  await expect(slider).toHaveValue("51");
  await field.locator('button[aria-hidden="true"]').click({ position: { x: 1, y: 1 } });
  await expect(slider).toHaveValue(/^[0-2]$/);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();

  // Without words it is not published.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("menuitem", { name: "Publish now" }).click();
  await page.getByRole("button", { name: /Describe the picture/ }).click();
  await page.getByLabel("English: Text alternative").fill("A gate in the fog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("menuitem", { name: "Publish now" }).click();
  await page.getByRole("link", { name: "Read it" }).click();
  const cover = page.getByRole("img", { name: "A gate in the fog" });
  await expect(cover).toHaveCSS("object-position", /^[0-2]% [0-9]%$/);

  expect(await violations(page)).toEqual([]);

  await portal.open("/articles");
  const card = page.getByRole("article").filter({ hasText: title });
  await expect(card.locator("img")).toHaveJSProperty("naturalWidth", 1400);
  const html = await page.request.get(portal.address(`/preview/articles/${slug}`));
  expect(await html.text()).toContain(`/api/media/covers/articles/${slug}/gate-1400x700.webp`);
});
