import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  checkOut,
  createBuyer,
  goodCard,
  lateCard,
  monthly,
  workbook,
  yearly,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";

const next = "/api/payments/sandbox/next";
const show = (portal: TestPortal, url = next) => portal.app.inject({ method: "GET", url });

/** Returns the listed times with their texts. */
async function listed(portal: TestPortal): Promise<string[]> {
  const { body } = await show(portal);
  return [...body.matchAll(/<time[^>]*>([^<]+)<\/time>\s*<p>(.*?)<\/p>/gs)].map(
    ([, time, text]) => `${time}: ${text?.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ")}`,
  );
}

describe("where the sandbox takes payments in demo mode", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await createBillingPortal({ demo: true }, { seedDemo: true });
  });
  afterAll(() => portal.close());

  test("an empty list says so, in both languages", async () => {
    const page = await show(portal);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Test mode");
    expect(page.body).toContain("Nothing is planned");
    expect(page.body).toContain("1 Mar 2026, 13:00 CET");
    expect((await show(portal, `${next}?lang=pl`)).body).toContain("Nic nie jest zaplanowane");
  });

  test("lists renewals, retries, ends and payments that settle, as they then happen", async () => {
    const [good, unlucky, leaving, late] = await Promise.all(
      Array.from({ length: 4 }, () => createBuyer(portal)),
    );
    if (!good || !unlucky || !leaving || !late) throw new Error("A buyer is missing.");
    await buy(portal, unlucky, [monthly], "4000 0000 0000 9979");
    portal.advance(60_000);
    await buy(portal, good, [monthly]);
    portal.advance(60_000);
    await buy(portal, leaving, [yearly]);
    await call(portal, "POST", "/subscription/cancel", leaving);
    await buy(portal, late, [workbook], lateCard);
    expect(await listed(portal)).toEqual([
      "1 Mar 2026, 13:02 CET: Ada Buyer A payment of €12 with Visa 0341 settles.",
      "1 Apr 2026, 14:00 CEST: Ada Buyer €9 is charged to Visa 9979 for the next period. It fails: there is not enough money on the card.",
      "1 Apr 2026, 14:01 CEST: Ada Buyer €9 is charged to Visa 4242 for the next period. The payment succeeds.",
      "1 Mar 2027, 13:02 CET: Ada Buyer The membership ends.",
    ]);
    portal.advance(31 * dayMs);
    await portal.portal.jobs.runScheduled();
    expect(await listed(portal)).toEqual([
      "2 Apr 2026, 14:00 CEST: Ada Buyer €9 is charged to Visa 9979 again for the renewal that was not paid. It fails: there is not enough money on the card.",
      "15 Apr 2026, 14:00 CEST: Ada Buyer The membership ends, unless the renewal is paid before.",
      "1 May 2026, 14:01 CEST: Ada Buyer €9 is charged to Visa 4242 for the next period. The payment succeeds.",
      "1 Mar 2027, 13:02 CET: Ada Buyer The membership ends.",
    ]);
  });

  test("names members, and shows no addresses", async () => {
    expect((await show(portal)).body).not.toMatch(/@example\.com/);
  });

  test("is linked from the payment page, below the test cards", async () => {
    const { body } = await checkOut(portal, await createBuyer(portal), [workbook]);
    expect((await show(portal, body.paymentUrl)).body).toContain(`href="${next}?lang=en"`);
  });
});

describe("where the time can be moved", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await createBillingPortal({ demo: true }, { testClock: true });
  });
  afterAll(() => portal.close());

  test("it says how, and every page shows the moved time", async () => {
    const { body } = await checkOut(portal, await createBuyer(portal), [workbook]);
    const moved = "The portal’s time was moved";
    expect((await show(portal)).body).toContain("npm run clock -- forward &quot;1 month&quot;");
    expect((await show(portal)).body).not.toContain(moved);
    await portal.portal.testClock?.forward(60_000, async () => {});
    for (const url of [next, body.paymentUrl]) {
      expect((await show(portal, url)).body).toContain(`${moved}: it is 1 Mar 2026, 13:01 CET.`);
    }
  });
});

test("on a real installation the list is not there, and not linked", async () => {
  const portal = await createBillingPortal({ demo: true });
  const buyer = await createBuyer(portal);
  await buy(portal, buyer, [monthly], goodCard);
  const page = await show(portal);
  expect([page.statusCode, page.body]).toEqual([404, expect.not.stringContaining("Ada Buyer")]);
  const { body } = await checkOut(portal, buyer, [workbook]);
  expect((await show(portal, body.paymentUrl)).body).not.toContain(next);
  await portal.close();
});
