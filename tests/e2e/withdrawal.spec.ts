import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const phone = { width: 320, height: 740 };

test("a member withdraws with the keyboard, gets the money back, and is no member any more @exhaustive", async ({
  portal,
  page,
}) => {
  const buyer = await portal.createUser({ kind: "member" });
  await portal.signIn(buyer);
  await portal.open("/membership");
  await expect(page.getByRole("link", { name: /^Receipt RS-/ })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Withdraw from a contract" }).click();
  await portal.expectPath("/withdrawal");
  await expect(page.getByLabel("Your name")).toHaveValue(buyer.name);
  await expect(page.getByLabel("Your e-mail address")).toHaveValue(buyer.email);
  const contract = page.getByLabel("Withdrawal reference or receipt number");
  await expect(contract).toHaveValue(/^RS-\d{4}-\d{6}$/);
  const number = await contract.inputValue();
  await contract.press("Enter");
  await expect(page.getByRole("heading", { name: "Please check and confirm" })).toBeFocused();
  await expect(page.getByRole("definition").filter({ hasText: number })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Confirm withdrawal" })).toBeFocused();
  expect.soft(await violations(page), "confirmation").toEqual([]);
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { name: "We have received your withdrawal" }),
  ).toBeFocused();
  await expect(page.getByText(/^Received on .+\d{1,2}:\d\d/)).toBeVisible();
  await expect(page.getByText("We refund €9 to")).toBeVisible();
  expect.soft(await violations(page), "acknowledgement").toEqual([]);
  await expect
    .poll(async () => (await portal.mails.allTo(buyer.email)).map(({ subject }) => subject))
    .toContain(`You have withdrawn from contract ${number}`);
  await portal.open("/membership");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Member area" })).toHaveCount(0);
});

test("anybody can declare a withdrawal in Polish on a narrow screen, and change it before it is sent @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.resize(phone);
  await portal.open("/about?lang=pl");
  await page.getByRole("contentinfo").getByRole("link", { name: "Odstąp od umowy" }).click();
  await portal.expectPath("/withdrawal");
  const email = `kim-${Date.now()}@example.com`;
  const submit = page.getByRole("button", { name: "Odstąp od umowy tutaj" });
  await submit.click();
  await expect(page.getByLabel("Twoje imię i nazwisko")).toBeFocused();
  await page.getByLabel("Twoje imię i nazwisko").fill("Kim Gość");
  await page.getByLabel("Twój adres e-mail").fill(email);
  await page.getByLabel("Kod odstąpienia albo numer rachunku").fill("RS-1999-000001");
  await submit.click();
  await page.getByRole("button", { name: "Zmień dane" }).click();
  await expect(page.getByLabel("Twoje imię i nazwisko")).toBeFocused();
  await expect(page.getByLabel("Kod odstąpienia albo numer rachunku")).toHaveValue(
    "RS-1999-000001",
  );
  await page.getByLabel("Kod odstąpienia albo numer rachunku").fill("RS-1999-000002");
  await submit.click();
  expect(portal.requests("/api/withdrawals")).toHaveLength(0);
  portal.faults.add({ path: "/api/withdrawals", status: 503 });
  const confirm = page.getByRole("button", { name: "Potwierdź odstąpienie" });
  await confirm.click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  portal.faults.clear();
  await confirm.click();
  await expect(page.getByText("Data i godzina otrzymania: ")).toBeVisible();
  expect.soft(await violations(page), "acknowledgement").toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  const mail = await portal.mails.latestTo(email, "odstąpieniu");
  expect(mail.subject).toBe("Otrzymaliśmy oświadczenie o odstąpieniu od umowy");
  expect(mail.text).not.toContain("RS-1999-000002");
  const told = await portal.mails.latestTo(portal.ownerAddress, "RS-1999-000002");
  expect(told).toMatchObject({
    subject: "Odstąpienie do sprawdzenia: RS-1999-000002",
    replyTo: email,
  });
});
