import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

test("a visitor subscribes on the home page, confirms by the mailed link, and unsubscribes in the account; admins see it @exhaustive", async ({
  portal,
  page,
}) => {
  const reader = await portal.createUser({ kind: "user" });
  await portal.open("/");
  const form = page.getByRole("form", { name: "News by e-mail" });
  const submit = form.getByRole("button", { name: "Get e-mails" });
  await submit.press("Enter");
  await expect(form.getByText("Field is required")).toBeVisible();
  await expect(form.getByLabel("Your e-mail address")).toBeFocused();
  await form.getByLabel("Your e-mail address").fill(reader.email);
  await form.getByLabel("Your e-mail address").press("Enter");
  await expect(form.getByText(`We sent a link to ${reader.email}.`)).toBeVisible();
  expect.soft(await violations(page), "home").toEqual([]);

  const { links } = await portal.mails.latestTo(reader.email, "Please confirm");
  await portal.open(links.find((link) => link.includes("/api/news/confirm/")) ?? "");
  await page.getByRole("button", { name: "Yes, send me e-mails" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you, you are subscribed" })).toBeVisible();

  await portal.signIn(reader);
  await portal.open("/dashboard?tab=account#news");
  const news = page.getByRole("checkbox", { name: "Send me news by e-mail" });
  await expect(news).toBeChecked();
  await news.press("Space");
  await expect(
    page.getByText(/^You will not get our news by e-\u2060?mail any more\.$/),
  ).toBeVisible();
  await expect(news).not.toBeChecked();
  await portal.open("/");
  await expect(page.getByRole("form", { name: "News by e-mail" })).toHaveCount(0);

  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/dashboard?section=readers");
  await page.getByRole("button", { name: "Unsubscribed" }).press("Enter");
  const row = page.getByRole("listitem").filter({ hasText: reader.email });
  await expect(row).toContainText("Unsubscribed on");
  expect.soft(await violations(page), "readers").toEqual([]);
  await row.getByRole("button", { name: `Delete ${reader.email}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByText(`${reader.email} was deleted.`)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("the preview of an article ends with the form, in Polish on a narrow screen @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.resize({ width: 320, height: 740 });
  await portal.open("/preview/articles/building-weave-entries?lang=pl");
  const form = page.getByRole("form", { name: "Nowości e-mailem" });
  const email = `kim-${Date.now()}@example.com`;
  await form.getByLabel("Twój adres e-mail").fill(email);
  await form.getByRole("button", { name: "Zapisz mnie" }).press("Enter");
  await expect(form.getByText(`Wysłaliśmy link na adres ${email}.`)).toBeVisible();
  expect.soft(await violations(page), "preview").toEqual([]);
  const { subject } = await portal.mails.latestTo(email);
  expect(subject).toMatch(/^Potwierdź: nowości z /);
});
