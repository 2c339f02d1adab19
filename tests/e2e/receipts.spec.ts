import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readPdf } from "#api/testing/read-pdf.ts";
import { listPurchases } from "#shared/api/billing.ts";
import { receiptSchema, type Receipt } from "#shared/api/receipts.ts";
import { switchPreviewSchema } from "#shared/api/membership.ts";
import { languages, type Language } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { expect, test, type Portal, type TestUser } from "../fixtures/portal.ts";

const totals = { en: "Total paid", pl: "Zapłacono razem" };
const refunds = { en: "Refunded", pl: "Zwrócono" };

/** Returns a receipt as the API answers it. */
const receiptAt = async (portal: Portal, user: TestUser, path: string, language: Language) =>
  receiptSchema.parse(await portal.send("GET", `/api${path}`, { user, language }));

/** Every amount of a receipt, as it is written; the last one is what was paid or paid back. */
function amountsOf({ lines, discount, credit, total }: Receipt, language: Language): string[] {
  const off = [discount?.amount.amount ?? 0, credit.amount].filter((amount) => amount > 0);
  return [
    ...lines.map((line) => line.total),
    ...off.map((amount) => ({ ...total, amount: -amount })),
    total,
  ].map((money) => formatMoney(money, language));
}

/** Returns how many lines a text takes; runs in the page. */
function countLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length;
}

/** Expects the page on screen, or on paper, to show the amounts of a receipt. */
async function expectAmounts(page: Page, receipt: Receipt, language: Language): Promise<void> {
  const paper = page.getByRole("article");
  await expect(paper).toContainText(receipt.number);
  const rows = paper.getByRole("table").first().getByRole("row");
  const amounts = amountsOf(receipt, language);
  for (const [at, { name }] of receipt.lines.entries()) {
    await expect(rows.filter({ hasText: name })).toContainText(amounts[at] ?? "");
  }
  const name = (receipt.kind === "receipt" ? totals : refunds)[language];
  const total = paper.getByText(name, { exact: true }).locator("xpath=following-sibling::dd");
  await expect(total).toHaveText(amounts.at(-1) ?? "");
  for (const amount of amounts) {
    const shown = paper.getByText(amount, { exact: true }).filter({ visible: true }).first();
    expect(await shown.evaluate(countLines), `${amount} is on one line`).toBe(1);
  }
}

/** Downloads the PDF file of the receipt on screen and expects it to say the same. */
async function expectPdf(page: Page, button: string, receipt: Receipt, language: Language) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${receipt.number}.pdf`);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  const plain = (text: string) => text.replaceAll(/\s/g, " ");
  const amounts = amountsOf(receipt, language).map(plain);
  expect(readPdf(file).map(plain)).toEqual(expect.arrayContaining(amounts));
}

/** Switches a monthly member to yearly. Returns the id of the invoice. */
async function switchPlan(portal: Portal, user: TestUser): Promise<string> {
  const address = "/api/subscription/switch";
  const preview = await portal.send("GET", `${address}?to=yearly`, { user });
  const { dueNow } = switchPreviewSchema.parse(preview);
  await portal.send("POST", address, { user, body: { to: "yearly", dueNow: dueNow.amount } });
  const { items } = listPurchases.answer.parse(
    await portal.send("GET", "/api/purchases", { user }),
  );
  return items.find(({ reason }) => reason === "switch")?.id ?? "none";
}

/** Issues a receipt or a credit note of each kind. Returns the addresses of their pages and answers. */
async function issueAll(portal: Portal, user: TestUser, language: Language) {
  const { buy, refund } = portal.purchases;
  const options = { language, quiet: true };
  const code = `GIFT-${user.id.slice(0, 8)}`;
  const admin = await portal.createUser({ kind: "admin" });
  await portal.send("POST", "/api/discounts", {
    user: admin,
    body: {
      code,
      off: { percent: 100 },
      description: { en: "Gift", pl: "Dar" },
      items: [],
      from: null,
      until: null,
      periods: 1,
      uses: null,
      usesPerUser: null,
      password: admin.password,
    },
  });
  const bought = await buy(user, { "membership-monthly": 1, "fitness-assessment": 1 }, options);
  const free = await buy(
    user,
    { "course-walking-workbook": 1 },
    { ...options, discountCode: code },
  );
  const part = await refund(bought.id, 777);
  const switched = await switchPlan(portal, user);
  const whole = await refund(switched);
  return [
    ...[bought.id, free.id, switched].map((id) => [`receipt=${id}`, `/purchases/${id}/receipt`]),
    ...[part, whole].map((id) => [`credit-note=${id}`, `/credit-notes/${id}`]),
  ] as const;
}

test("receipts and credit notes of every kind say on a page, on paper and in their files what the API says, in both languages @exhaustive", async ({
  portal,
  page,
}) => {
  test.slow(); // eleven documents, each on screen, on paper and as a file
  await test.step("a wide page, and paper without the rest of it", async () => {
    const user = await portal.createUser({ kind: "user" });
    await portal.signIn(user);
    const cart = { "course-walking-workbook": 2, "handling-consultation": 1 };
    const { id, receiptNumber } = await portal.purchases.buy(user, cart, {
      discountCode: "WELCOME10",
      quiet: true,
    });
    const receipt = await receiptAt(portal, user, `/purchases/${id}/receipt`, "en");
    await portal.open("/membership");
    await page.getByRole("link", { name: `Receipt ${receiptNumber}` }).click();
    await expectAmounts(page, receipt, "en");
    await expectPdf(page, "Download PDF", receipt, "en");

    await page.emulateMedia({ media: "print" });
    await expectAmounts(page, receipt, "en");
    await expect(page.getByText("Unit price")).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByText("please pay membership fee")).toBeHidden();
    await page.emulateMedia({ media: null }); // other specs reuse the page
  });
  await portal.resize({ width: 320, height: 740 });
  for (const language of languages) {
    const user = await portal.createUser({ kind: "user" });
    const issued = await issueAll(portal, user, language);
    // The open page would ask for the receipt of the user before.
    await page.goto("about:blank");
    await portal.stored.set("language", language);
    await portal.signIn(user);
    for (const [search = "", path = ""] of issued) {
      await test.step(`${language}: ${path}`, async () => {
        const receipt = await receiptAt(portal, user, path, language);
        await portal.open(`/membership?${search}`);
        await expectAmounts(page, receipt, language);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(320);
        const button = { en: "Download PDF", pl: "Pobierz PDF" }[language];
        await expectPdf(page, button, receipt, language);
        await page.emulateMedia({ media: "print" });
        await expectAmounts(page, receipt, language);
        await page.emulateMedia({ media: null });
      });
    }
  }
});
