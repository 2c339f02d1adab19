import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { checkOut, createBuyer, workbook } from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { idempotencyKeys } from "#api/modules/accounts/schema.ts";
import { purge } from "#api/retention/retention.ts";
import { checkoutLifeMs } from "./checkout.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

test("The purge deletes the keys whose invoices cannot be paid any more, and no others", async () => {
  const buyer = await createBuyer(portal);
  const submit = async (key: string) =>
    expect((await checkOut(portal, buyer, [workbook], { key })).status).toBe(201);
  const keys = async () =>
    (await portal.portal.database.select({ key: idempotencyKeys.key }).from(idempotencyKeys))
      .map(({ key }) => key)
      .toSorted();
  await submit("key-of-yesterday");
  portal.advance(checkoutLifeMs / 2);
  await submit("key-of-this-morning");
  portal.advance(checkoutLifeMs / 2);
  expect(await keys()).toEqual(["key-of-this-morning", "key-of-yesterday"]);
  await purge(portal.portal);
  expect(await keys()).toEqual(["key-of-this-morning"]);
});
