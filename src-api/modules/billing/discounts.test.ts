import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { desc, eq } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { call, claimedUser, goodPassword, lastMail, logIn } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { checkOut, createBuyer, goodCard, pay, workbook } from "#api/testing/billing-requests.ts";
import { importCatalogue } from "./catalogue.ts";
import { forFile } from "#api/testing/for-file.ts";
import { discountCodes } from "./schema.ts";

const admin = { id: "", token: "" };
const portal = await forFile(createBillingPortal({ demo: true }));
// With the extras of the demo, without its codes.
await portal.portal.database.delete(discountCodes);
const email = `${randomUUID()}@example.com`;
admin.id = await claimedUser(portal, email, { roles: ["ROLE_USER", "ROLE_ADMIN"] });
admin.token = (await logIn(portal, email)).body.token;

const wanted = {
  code: " spring ",
  off: { percent: 20 },
  description: { en: "Spring sale", pl: "Wiosna" },
  items: [],
  from: null,
  until: "2026-05-31",
  periods: 1,
  uses: 10,
  usesPerUser: null,
};
const add = (changes: object = {}, token = admin.token) =>
  call(portal, "POST", "/discounts", { token, body: { ...wanted, ...changes } });
const end = (code: string, token = admin.token) =>
  call(portal, "POST", `/discounts/${code}/end`, { token });
const listed = async () =>
  (await call(portal, "GET", "/discounts", { token: admin.token })).body.items;
const works = async () => {
  const body = { items: [workbook], discountCode: "SPRING" };
  return (await call(portal, "POST", "/quote", { body })).status;
};

test("admins add a code that works at once, see its uses, and end it, with entries in the trail", async () => {
  expect((await add()).status).toBe(204);
  expect(await works()).toBe(200);
  expect(await listed()).toEqual([
    {
      code: "SPRING",
      kind: "percent",
      value: 20,
      currency: null,
      description: "Spring sale",
      skus: [],
      periods: 1,
      startsAt: null,
      endsAt: "2026-05-31T22:00:00.000Z", // its last day is whole, in the brand's time zone
      uses: 0,
      maxUses: 10,
      maxUsesPerUser: null,
      state: "active",
    },
  ]);
  for (const _ of [1, 2]) expect((await end("SPRING")).status).toBe(204);
  expect(await works()).toBe(422);
  expect(await listed()).toMatchObject([{ code: "SPRING", state: "ended" }]);
  expect((await end("NEVER")).status).toBe(404);
  const entries = await portal.portal.database
    .select()
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(2);
  expect(entries.map(({ act, actorId, details }) => ({ act, actorId, details }))).toEqual([
    { act: "discount-ended", actorId: admin.id, details: { code: "SPRING" } },
    { act: "discount-created", actorId: admin.id, details: { code: "SPRING" } },
  ]);
});

test.each([
  ["code", { code: "SPRING" }],
  ["value", { code: "ZERO", off: { amount: "0" } }],
  ["value", { code: "VAST", off: { amount: "21474836.48" } }],
  ["until", { code: "PAST", until: "2026-02-28" }],
  ["until", { code: "TURNED", from: "2026-05-02", until: "2026-05-01" }],
  ["items", { code: "OTHER", items: ["a-guide"] }],
])("a code that cannot be added is refused at its field: %s of %j", async (field, changes) => {
  const { status, body } = await add(changes);
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  expect(await listed()).toHaveLength(1);
});

test("an amount may be as large as a price", async () => {
  const off = { amount: "1234567.50" };
  expect((await add({ code: "LARGE", off, password: goodPassword })).status).toBe(204);
  const large = (await listed()).find(({ code }: { code: string }) => code === "LARGE");
  expect(large).toMatchObject({ value: 123_456_750, currency: "EUR" });
  await portal.portal.database.delete(discountCodes).where(eq(discountCodes.code, "LARGE"));
});

test("an order that was opened with a code can be paid after the code was ended", async () => {
  await add({
    code: "OPENED",
    off: { amount: "2.50" },
    items: [workbook.sku],
    password: goodPassword,
  });
  const buyer = await createBuyer(portal);
  const { body } = await checkOut(portal, buyer, [workbook], { discountCode: "OPENED" });
  expect(body).toMatchObject({ total: { amount: 950, currency: "EUR" } });
  await end("OPENED");
  expect((await pay(portal, body.paymentUrl, goodCard)).statusCode).toBe(303);
});

test("a code of the demo that was ended stays so when the portal starts again", async () => {
  const quote = async () => {
    const body = { items: [workbook], discountCode: "WELCOME10" };
    return (await call(portal, "POST", "/quote", { body })).status;
  };
  await importCatalogue(portal.portal, { demo: true });
  expect(await quote()).toBe(200);
  await end("WELCOME10");
  await importCatalogue(portal.portal, { demo: true });
  expect(await quote()).toBe(422);
});

test("nobody else sees or changes codes", async () => {
  const { token } = await createBuyer(portal);
  expect((await call(portal, "GET", "/discounts", { token })).status).toBe(403);
  expect((await add({ code: "MINE" }, token)).status).toBe(403);
  expect((await end("SPRING", token)).status).toBe(403);
  expect((await call(portal, "GET", "/discounts")).status).toBe(401);
});

test.each([
  { off: { percent: 100 } },
  { off: { percent: 91 } },
  { off: { amount: "900" }, items: [workbook.sku] },
  { off: { amount: "18" } },
])("a code that gives things away takes the password, and is mailed about: %j", async (given) => {
  const code = `FREE${Math.random().toString(36).slice(2).toUpperCase()}`;
  const refused = await add({ ...given, code });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["password"]]);
  const wrong = await add({ ...given, code, password: "not it" });
  expect([wrong.status, wrong.body.code]).toEqual([422, "wrong-password"]);
  expect((await listed()).map((one: { code: string }) => one.code)).not.toContain(code);
  expect((await add({ ...given, code, password: goodPassword })).status).toBe(204);
  await portal.runDueJobs();
  expect(lastMail(portal, email).subject).toContain(code);
});
