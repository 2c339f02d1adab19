import { expect, test } from "../fixtures/portal.ts";

const newcomer = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(" ", "-")}-${Date.now()}@example.com`,
  password: "ringside evenings",
});

/** Returns a wrong code that differs from the right one in its last digit. */
const wrong = (code: string) => code.slice(0, 5) + ((Number(code[5]) + 1) % 10);

test("pasting the mailed code creates the account and signs in; a wrong code does not", async ({
  portal,
  page,
}) => {
  const person = newcomer("Jo New");
  await portal.open("/register?plan=yearly");
  await portal.fillRegistration(person);
  await expect(portal.codeField).toBeFocused();
  await expect(page.getByRole("main").getByText(person.email, { exact: true })).toBeVisible();
  await expect.poll(() => portal.stored.get("token")).toBeNull();
  const code = await portal.mails.codeTo(person.email);

  portal.expectFailures(422);
  await page.keyboard.type(wrong(code));
  await expect(page.getByRole("form").getByText("not the code from our latest")).toBeVisible();
  await expect(portal.codeField).toBeFocused();
  // Pasting replaces the wrong code, which is selected.
  await page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await portal.expectPath("/registration-payment");
  await expect(page.getByRole("radio", { name: "Yearly" })).toBeChecked();
  await expect.poll(() => portal.stored.get("token")).not.toBeNull();
  await expect.poll(() => portal.requests("/api/register/", "POST")).toHaveLength(2);
});

test("on a phone the heading above the code's field is in view, and the page itself shows the code in test mode, and fills it in @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.resize({ width: 360, height: 640 });
  await portal.open("/register");
  await portal.fillRegistration(newcomer("Fay Phone"));
  await expect(portal.codeField).toBeFocused();
  const heading = page.getByRole("heading", { name: "Enter the code from our e-mail" });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const header = await page.getByRole("banner").boundingBox();
  const top = (await heading.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  await expect(page.getByText("Test mode")).toBeVisible();
  await page.getByRole("button", { name: "Fill in" }).click();
  await portal.expectPath("/registration-payment");
});
