import { describe, expect, test } from "vitest";
import { eq } from "../../infra/database/drizzle.ts";
import { importCatalogue } from "../../modules/sales/import-catalogue.ts";
import { discountCodes } from "../../modules/catalogue/schema.ts";
import { forFile } from "../../testing/for-file.ts";
import { checkOut, createBuyer, goodCard, pay, workbook } from "../../testing/billing-requests.ts";
import { call } from "../../testing/account-requests.ts";
import { createBillingPortal } from "../../testing/billing-portal.ts";
import { readCommand } from "../channel/testing/read-command.ts";
import { defineDiscountCommands } from "./define-discount-commands.ts";
import type { DiscountCommand } from "./discount-command.ts";
import { runDiscountCommand } from "./run-discount-command.ts";

const portal = await forFile(createBillingPortal({ demo: false }));

const read = (...args: string[]) =>
  readCommand<DiscountCommand>({ name: "discounts", define: defineDiscountCommands }, args);

/** Runs a command as it is typed. */
async function type(...args: string[]): Promise<string[]> {
  const command = await read(...args);
  if (!command) throw new Error("The command did nothing.");
  return runDiscountCommand(portal.portal, command);
}

const texts = ["--en", "Spring sale", "--pl", "Wiosenna obniżka"];
const quote = async (discountCode: string) =>
  call(portal, "POST", "/quote", { body: { items: [workbook], discountCode } });

describe("the discounts command line", () => {
  test.each([
    [["add", ...texts], "missing required argument 'code'"],
    [["add", "x", ...texts, "--percent", "10"], "A code has 3 to 40 letters"],
    [["add", "SPRING", ...texts], "--percent or --amount"],
    [["add", "SPRING", ...texts, "--percent", "10", "--amount", "5"], "cannot be used with"],
    [["add", "SPRING", ...texts, "--percent", "101"], "a whole number from 1 to 100"],
    [["add", "SPRING", ...texts, "--percent", "9.5"], "a whole number from 1 to 100"],
    [["add", "SPRING", ...texts, "--amount", "-5"], "Write the amount as 9 or 9.50."],
    [["add", "SPRING", "--percent", "10", "--en", "Spring sale"], "'--pl <text>' not specified"],
    [["add", "SPRING", ...texts, "--percent", "10", "--until", "May"], "is no whole date"],
    [["add", "SPRING", ...texts, "--percent", "10", "--from", "01/02/2027"], "more than one date"],
    [["add", "SPRING", ...texts, "--percent", "10", "--uses", "0"], "a whole number from 1."],
    [["end"], "missing required argument 'code'"],
  ])("refuses %j and names the mistake", async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message);
  });

  test.each([
    [["--items", "a-guide"], "Not on sale: a-guide. On sale: membership-monthly"],
    [["--until", "2026-02-28"], "2026-02-28 is in the past."],
    [["--from", "2026-05-02", "--until", "2026-05-01"], "is before the first"],
  ])("refuses %j, and adds nothing", async (args, message) => {
    await expect(type("add", "NEVER", ...texts, "--percent", "10", ...args)).rejects.toThrow(
      message,
    );
    expect(await quote("NEVER")).toMatchObject({ body: { code: "discount-unknown" } });
  });

  test.each(["0", "0.00", "1.005"])("refuses to take %s off", async (amount) => {
    await expect(type("add", "NEVER", ...texts, "--amount", amount)).rejects.toThrow(
      "is not an amount of EUR",
    );
  });
});

test("an added code lowers an order until it is ended", async () => {
  expect(await type("add", "spring", ...texts, "--percent", "25")).toEqual([
    "Added SPRING: 25 % off.",
  ]);
  expect(await quote("Spring")).toMatchObject({
    body: { discount: { code: "SPRING", description: "Spring sale", amount: { amount: 300 } } },
  });
  await expect(type("add", "SPRING", ...texts, "--percent", "30")).rejects.toThrow(
    "There is already a code SPRING.",
  );
  expect(await type("end", "spring")).toEqual(["SPRING has ended."]);
  expect(await quote("SPRING")).toMatchObject({ body: { code: "discount-expired" } });
  expect(await type("end", "SPRING")).toEqual(["SPRING had already ended."]);
  await expect(type("end", "WINTER")).rejects.toThrow("There is no code WINTER.");
});

test("a code begins and ends with days of the brand's time zone, and says that its first day is over", async () => {
  const added = await type(
    "add",
    "ONE-DAY",
    ...texts,
    "--percent",
    "5",
    "--from",
    "2026-03-05",
    "--until",
    "2026-03-05",
  );
  expect(added).toEqual(["Added ONE-DAY: 5 % off."]);
  const [code] = await portal.portal.database
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, "ONE-DAY"));
  expect(code?.startsAt?.toISOString()).toBe("2026-03-04T23:00:00.000Z");
  expect(code?.endsAt?.toISOString()).toBe("2026-03-05T23:00:00.000Z");
  const old = await type("add", "OLD-DAY", ...texts, "--percent", "5", "--from", "2026-02-01");
  expect(old).toContain("2026-02-01 is in the past: the code works from now on.");
});

test("an order that was opened with a code can be paid after the code was ended", async () => {
  await type("add", "OPENED", ...texts, "--amount", "2.50");
  const buyer = await createBuyer(portal);
  const { body } = await checkOut(portal, buyer, [workbook], { discountCode: "OPENED" });
  expect(body).toMatchObject({ total: { amount: 950, currency: "EUR" } });
  await type("end", "OPENED");
  expect((await pay(portal, body.paymentUrl, goodCard)).statusCode).toBe(303);
});

test("the list shows reductions, days, uses and what works now", async () => {
  await type("add", "A-LATER", ...texts, "--amount", "5", "--from", "2026-06-01", "--uses", "9");
  await type("add", "A-ONCE", ...texts, "--percent", "100", "--uses", "1", "--uses-per-user", "1");
  await type(
    "add",
    "A-BOOK",
    ...texts,
    "--percent",
    "5",
    "--items",
    workbook.sku,
    "--until",
    "2026-03-31",
  );
  const buyer = await createBuyer(portal);
  await checkOut(portal, buyer, [workbook], { discountCode: "A-ONCE" });
  const [heading, ...rows] = await type("list");
  expect(heading?.split(/ {2,}/)).toEqual([
    "CODE",
    "OFF",
    "PAYMENTS",
    "ITEMS",
    "FROM",
    "UNTIL",
    "USES",
    "PER USER",
    "STATE",
  ]);
  const cells = rows.map((row) => row.split(/ {2,}/)).filter(([code]) => code?.startsWith("A-"));
  expect(cells).toEqual([
    ["A-BOOK", "5 %", "1", workbook.sku, "-", "2026-03-31", "0", "-", "active"],
    ["A-LATER", "5.00 EUR", "1", "all", "2026-06-01", "-", "0 of 9", "-", "scheduled"],
    ["A-ONCE", "100 %", "1", "all", "-", "-", "1 of 1", "1", "used up"],
  ]);
});

test("a code of the demo that was ended stays so when the portal starts again", async () => {
  await importCatalogue(portal.portal, { demo: true });
  expect((await quote("WELCOME10")).status).toBe(200);
  await type("end", "WELCOME10");
  await importCatalogue(portal.portal, { demo: true });
  expect(await quote("WELCOME10")).toMatchObject({ body: { code: "discount-expired" } });
});
