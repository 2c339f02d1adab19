import { afterAll, beforeAll, expect, test } from "vitest";
import { checkOut, createBuyer, workbook } from "../../../testing/billing-requests.ts";
import { createBillingPortal } from "../../../testing/billing-portal.ts";
import type { TestPortal } from "../../../testing/test-portal.ts";
import { idempotencyKeys } from "../schema.ts";
import { sweepJob } from "./sweep-idempotency-keys.ts";
import { checkoutLife } from "../invoices/invoice.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createBillingPortal({ demo: false });
});
afterAll(() => it.close());

test("The sweep deletes the keys whose invoices cannot be paid any more, and no others", async () => {
  const buyer = await createBuyer(it);
  const submit = async (key: string) =>
    expect((await checkOut(it, buyer, [workbook], { key })).status).toBe(201);
  const keys = async () =>
    (await it.portal.database.select({ key: idempotencyKeys.key }).from(idempotencyKeys))
      .map(({ key }) => key)
      .toSorted();
  await submit("key-of-yesterday");
  it.advance(checkoutLife / 2);
  await submit("key-of-this-morning");
  it.advance(checkoutLife / 2);
  await it.portal.jobs.enqueue(it.portal.database, sweepJob, {});
  expect(await keys()).toEqual(["key-of-this-morning", "key-of-yesterday"]);
  await it.runDueJobs();
  expect(await keys()).toEqual(["key-of-this-morning"]);
});
