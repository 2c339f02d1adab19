import { beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { languages } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  comeBack,
  createBuyer,
  monthly,
  workbook,
  yearly,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { billing } from "./module.ts";
import { findBalance } from "./credit.ts";
import { creditNotes, sandboxCalls, withdrawals } from "./schema.ts";
import { runRefunds } from "./refund.ts";
import { runRenewals } from "./renew.ts";
import { receiptNumberIn, referenceIn, withdrawalJob } from "./withdraw.ts";

let buyer: Buyer;

const portal = await forFile(createBillingPortal({ demo: true }));

beforeEach(async () => {
  buyer = await createBuyer(portal);
  portal.mails.length = 0;
});

const anyNetwork = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join(".")}`;

/** Sends a declaration without a session, from a network of its own. */
const declare = (changes: Record<string, string> = {}, language = "en", ip = anyNetwork()) =>
  call(portal, "POST", "/withdrawals", {
    ip,
    headers: { "accept-language": language },
    body: { name: "Ada Buyer", email: buyer.email, contract: "", ...changes },
  });

const get = async (path: string) => (await call(portal, "GET", path, { token: buyer.token })).body;

const subjectsTo = (address: string) =>
  portal.mails.filter(({ to }) => to === address).map(({ subject }) => subject);

/** Returns a purchase with the withdrawal reference of its receipt, as `contract`. */
async function withReference(id: string) {
  const receipt = await get(`/purchases/${id}/receipt`);
  return { ...(await get(`/purchases/${id}`)), contract: receipt.withdrawalReference };
}

/** Buys these items and returns the purchase with its withdrawal reference. */
async function bought(items: Parameters<typeof buy>[2]) {
  const { id } = await buy(portal, buyer, items);
  portal.mails.length = 0;
  return withReference(id);
}

/** Returns what the sandbox has paid back for an invoice, in minor units, and in how many calls. */
async function paidBack(invoiceId: string) {
  const { database } = portal.portal;
  const notes = await database
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoiceId));
  const calls = (await database.select().from(sandboxCalls)).filter(({ key }) =>
    notes.some(({ id }) => id === key),
  );
  return { calls: calls.length, amount: calls.reduce((sum, { amount }) => sum - amount, 0) };
}

const acknowledged = "We have received a withdrawal from a contract";

describe("a declaration with the withdrawal reference, within 14 days", () => {
  test("ends the membership, pays all of it back, and is told in one mail: what, when, how much, with the credit note", async () => {
    const { id, receiptNumber, contract } = await bought([yearly, workbook]);
    const { status, body } = await declare({ contract, name: "Somebody" });
    expect([status, body]).toEqual([201, { receivedAt: portal.portal.now().toISOString() }]);
    expect(await get("/membership")).toMatchObject({ status: "ended", nextCharge: null });
    expect((await get("/me")).subscriptionOwned).toBe(false);
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 10_200 });
    const [mail, ...others] = portal.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: buyer.email,
      subject: `You have withdrawn from contract ${receiptNumber}`,
      attachments: [{ name: expect.stringMatching(/^RS-C-2026-\d{6}\.pdf$/) }],
    });
    const text = mail!.paragraphs.join("\n");
    expect(text).toMatch(/on 1 Mar 2026, \d\d:\d\d CET/);
    for (const part of ["Yearly membership", "workbook", receiptNumber, "Ada Buyer", "€102"]) {
      expect(text).toContain(part);
    }
  });

  test.each([
    [
      "lower case and spaces",
      (reference: string) => ` ${reference.toLowerCase().replaceAll("-", " - ")} `,
    ],
    [
      "words around it",
      (reference: string) => `My membership, reference ${reference}, of last week`,
    ],
    ["no hyphens", (reference: string) => reference.replaceAll("-", "")],
  ])("is recognised with %s, another name and another address", async (_, written) => {
    const { id, contract } = await bought([monthly]);
    await declare({ contract: written(contract), name: "A. B.", email: `b-${buyer.email}` });
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    expect(subjectsTo(buyer.email)).toEqual([expect.stringMatching(/^You have withdrawn/)]);
    expect(subjectsTo(`b-${buyer.email}`)).toEqual([acknowledged]);
  });

  test.each([
    // Bought in Warsaw at 23:59 on 1 June and at 00:01 on 2 June.
    ["2027-06-01T21:59:00Z", "2027-06-15T22:00:00Z"],
    ["2027-06-01T22:01:00Z", "2027-06-16T22:00:00Z"],
    // Winter and summer time begin in between.
    ["2027-10-18T22:01:00Z", "2027-11-02T23:00:00Z"],
    ["2028-03-15T23:01:00Z", "2028-03-30T22:00:00Z"],
  ])(
    "is carried out until the 14th day ends for the seller: bought at %s, until %s",
    async (boughtAt, end) => {
      const goTo = (at: number) => portal.advance(at - portal.portal.now().getTime());
      goTo(Date.parse(boughtAt));
      buyer = await createBuyer(portal);
      const [last, late] = [await bought([workbook]), await bought([monthly])];
      expect(await get("/membership")).toMatchObject({
        withdrawUntil: new Date(end).toISOString(),
      });
      goTo(Date.parse(end) - 1000);
      await declare({ contract: last.contract });
      goTo(Date.parse(end));
      await declare({ contract: late.contract });
      buyer = await comeBack(portal, buyer);
      expect(await paidBack(last.id)).toMatchObject({ amount: 1200 });
      expect(await paidBack(late.id)).toMatchObject({ calls: 0 });
      expect(await get("/membership")).not.toHaveProperty("withdrawUntil");
    },
  );

  test("pays back once, when it is declared twice, at once and again", async () => {
    const { id, contract } = await bought([monthly]);
    await Promise.all(Array.from({ length: 4 }, () => declare({ contract })));
    await declare({ contract });
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    const withdrawn = subjectsTo(buyer.email).filter((subject) => subject.includes("withdrawn"));
    expect(withdrawn).toHaveLength(1);
    expect(subjectsTo(buyer.email)).toContain(acknowledged);
    expect(subjectsTo(portal.portal.brand.contactEmail)).toEqual([]);
  });

  test("pays back what an admin had not paid back yet", async () => {
    const { refundInvoice } = await import("./refund.ts");
    const { id, contract } = await bought([monthly]);
    await refundInvoice(portal.portal, {
      invoiceId: id,
      amount: 200,
      reason: "refund",
      note: "Sorry",
    });
    await declare({ contract });
    expect(await paidBack(id)).toEqual({ calls: 2, amount: 900 });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
  });

  test("of a membership that was changed since ends it, and pays all of it back in money", async () => {
    const { id, contract } = await bought([monthly]);
    portal.advance(5 * dayMs);
    const preview = await get("/subscription/switch?to=yearly");
    const dueNow = preview.dueNow.amount;
    await call(portal, "POST", "/subscription/switch", {
      token: buyer.token,
      body: { to: "yearly", dueNow },
    });
    const { items } = await get("/purchases");
    portal.advance(dayMs);
    await declare({ contract });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
    const back = [await paidBack(id), await paidBack(items[0].id)];
    expect(back.map(({ amount }) => amount)).toEqual([900, dueNow]);
    expect(await findBalance(portal.portal.database, buyer.id, "EUR")).toBe(0);
    const { paragraphs } = portal.mails.find(({ subject }) => subject.includes("withdrawn"))!;
    expect(paragraphs.join()).toContain(
      formatMoney({ amount: 900 + dueNow, currency: "EUR" }, "en"),
    );
  });

  test("from a change of an older membership pays back what it cost, and keeps the credit for the rest", async () => {
    await bought([monthly]);
    portal.advance(20 * dayMs);
    buyer = await comeBack(portal, buyer);
    const { dueNow, credit } = await get("/subscription/switch?to=yearly");
    const body = { to: "yearly", dueNow: dueNow.amount };
    await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
    const { items } = await get("/purchases");
    portal.mails.length = 0;
    const { contract } = await withReference(items[0].id);
    await declare({ contract });
    expect(await paidBack(items[0].id)).toEqual({ calls: 1, amount: dueNow.amount });
    expect(await paidBack(items[1].id)).toMatchObject({ calls: 0 });
    expect(await get("/membership")).toMatchObject({ status: "ended", credit });
    const { paragraphs } = portal.mails.find(({ subject }) => subject.includes("withdrawn"))!;
    expect(paragraphs.join()).toContain(`${formatMoney(credit, "en")} of credit is back`);
  });

  test("of a deleted account is carried out by the address on the receipt", async () => {
    const { id, receiptNumber, contract } = await bought([monthly]);
    await portal.portal.database.delete(users).where(eq(users.id, buyer.id));
    await declare({ contract }, "pl");
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    expect(subjectsTo(buyer.email)).toEqual([`Odstąpienie od umowy ${receiptNumber}`]);
  });

  test("is paid back later when the provider does not answer, once", async () => {
    const { id, contract } = await bought([monthly]);
    const down = vi
      .spyOn(portal.portal.payments.current, "refund")
      .mockRejectedValue(new Error("down"));
    await declare({ contract });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
    expect(await paidBack(id)).toMatchObject({ calls: 0 });
    down.mockRestore();
    portal.advance(10 * minuteMs);
    await runRefunds(portal.portal);
    await runRefunds(portal.portal);
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
  });
});

/** Returns the token in the link of the latest mail to an address. */
const tokenTo = (address: string): string =>
  portal.mails
    .findLast(({ to, action }) => to === address && action?.url.includes("#"))
    ?.action?.url.split("#")[1] ?? "";

const confirm = (token: string) =>
  call(portal, "POST", "/withdrawals/confirm", { ip: anyNetwork(), body: { token } });

const preview = async (body: Record<string, string>, token?: string) =>
  (
    await call(portal, "POST", "/withdrawals/preview", {
      ip: anyNetwork(),
      body,
      ...(token && { token }),
    })
  ).body.contract;

describe("a declaration by the receipt's number and the buyer's address, without a login", () => {
  test("ends nothing and pays nothing back: anybody can guess both", async () => {
    const { id, receiptNumber } = await bought([monthly]);
    const { status, body } = await declare({ contract: receiptNumber });
    expect([status, body]).toEqual([201, { receivedAt: portal.portal.now().toISOString() }]);
    expect(await paidBack(id)).toEqual({ calls: 0, amount: 0 });
    expect(await get("/membership")).toMatchObject({ status: "active" });
  });

  test("waits for the buyer also when its job is repeated, as after a crash", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    await declare({ contract });
    const [row] = await portal.portal.database
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.email, buyer.email));
    await portal.portal.jobs.enqueue(portal.portal.database, withdrawalJob, {
      withdrawalId: row?.id ?? "",
      userId: null,
      isConfirmed: false,
    });
    await portal.runDueJobs();
    expect(await paidBack(id)).toEqual({ calls: 0, amount: 0 });
    expect(subjectsTo(buyer.email)).toHaveLength(1);
    expect(await get("/membership")).toMatchObject({ status: "active" });
  });

  test("takes effect as of its time when the buyer follows the link of the mail, once", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    portal.advance(14.9 * dayMs);
    const declaredAt = portal.portal.now().toISOString();
    await declare({ contract });
    expect(subjectsTo(buyer.email)).toEqual([
      `Please confirm your withdrawal from contract ${contract}`,
    ]);
    portal.advance(5 * dayMs);
    const token = tokenTo(buyer.email);
    expect(await preview({ token })).toEqual({
      receiptNumber: contract,
      items: ["Monthly membership"],
      amount: { amount: 900, currency: "EUR" },
      credit: { amount: 0, currency: "EUR" },
      endsMembership: true,
    });
    expect(await paidBack(id)).toMatchObject({ calls: 0 });
    portal.mails.length = 0;
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers[0]).toMatchObject({ status: 200, body: { receivedAt: declaredAt } });
    await portal.runDueJobs();
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    expect(subjectsTo(buyer.email)).toEqual([`You have withdrawn from contract ${contract}`]);
    buyer = await comeBack(portal, buyer);
    expect(await get("/membership")).toMatchObject({ status: "ended" });
    expect(await preview({ token })).toBeNull();
    expect((await confirm(token)).body.code).toBe("token-invalid");
  });

  test("that is confirmed after a renewal pays that back as well", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    portal.advance(14 * dayMs);
    await declare({ contract });
    const token = tokenTo(buyer.email);
    portal.advance(20 * dayMs);
    await runRenewals(portal.portal);
    await confirm(token);
    await portal.runDueJobs();
    buyer = await comeBack(portal, buyer);
    const { items } = await get("/purchases");
    expect(items[0]).toMatchObject({ reason: "renewal", status: "paid" });
    expect(await paidBack(items[0].id)).toEqual({ calls: 1, amount: 900 });
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
  });

  test.each([
    ["after 30 days", 31 * dayMs, (token: string) => token],
    [
      "made up",
      0,
      (token: string) => token.replace(/\.(.)/, (_, first) => (first === "A" ? ".B" : ".A")),
    ],
    ["nonsense", 0, () => "nonsense"],
  ])("is not confirmed by a link %s", async (_, later, changed) => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    await declare({ contract });
    const token = changed(tokenTo(buyer.email));
    portal.advance(later);
    expect(await preview({ token })).toBeNull();
    expect(await confirm(token)).toMatchObject({ status: 404, body: { code: "token-invalid" } });
    await portal.runDueJobs();
    expect(await paidBack(id)).toEqual({ calls: 0, amount: 0 });
  });

  test("brings no text of its sender to anybody but the owner of the portal", async () => {
    const { receiptNumber } = await bought([monthly]);
    const typed = { name: "Win at casino.example", contract: `${receiptNumber} casino.example` };
    await declare(typed);
    await declare({ ...typed, email: "victim@example.com" });
    await declare({ ...typed, contract: "casino.example" });
    const strangers = portal.mails.filter(({ to }) => to !== portal.portal.brand.contactEmail);
    expect(strangers).toHaveLength(3);
    expect(JSON.stringify(strangers)).not.toContain("casino");
  });

  test("asks the account's present address, and acknowledges to the one on the receipt", async () => {
    const { id, receiptNumber: contract } = await bought([workbook]);
    const moved = `moved-${buyer.email}`;
    await portal.portal.database.update(users).set({ email: moved }).where(eq(users.id, buyer.id));
    await declare({ contract });
    expect(subjectsTo(buyer.email)).toEqual([acknowledged]);
    await confirm(tokenTo(moved));
    await portal.runDueJobs();
    expect(await paidBack(id)).toMatchObject({ amount: 1200 });
  });
});

describe("a declaration of a user who is logged in", () => {
  const declareAs = (token: string, changes: Record<string, string>) =>
    call(portal, "POST", "/withdrawals", {
      ip: anyNetwork(),
      token,
      body: { name: "Ada", email: buyer.email, contract: "", ...changes },
    });

  test("takes effect by the number of an own receipt, with whatever address", async () => {
    const { id, receiptNumber: contract } = await bought([monthly, workbook]);
    const shown = await preview({ contract }, buyer.token);
    expect(shown).toMatchObject({
      amount: { amount: 2100 },
      items: expect.arrayContaining(["Monthly membership"]),
    });
    await declareAs(buyer.token, { contract, email: "elsewhere@example.com" });
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 2100 });
    expect(await get(`/purchases/${id}`)).toMatchObject({
      withdrawnAt: portal.portal.now().toISOString(),
    });
  });

  test("needs the confirmation of its buyer for the receipt of somebody else", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    const stranger = await createBuyer(portal);
    expect(await preview({ contract }, stranger.token)).toBeNull();
    await declareAs(stranger.token, { contract });
    expect(await paidBack(id)).toEqual({ calls: 0, amount: 0 });
    expect(subjectsTo(buyer.email)).toEqual([expect.stringMatching(/^Please confirm/)]);
  });
});

test("A preview tells a stranger nothing, whether or not there is such a receipt", async () => {
  const { receiptNumber } = await bought([monthly]);
  expect(await preview({ contract: receiptNumber })).toBeNull();
  expect(await preview({ contract: "RS-2026-999999" })).toBeNull();
  expect(await preview({ contract: "0000-0000-0000-0000" })).toBeNull();
});

test("The withdrawal reference stands in the mail with the receipt; a renewal has none", async () => {
  const { id } = await buy(portal, buyer, [monthly]);
  const { contract } = await withReference(id);
  expect(contract).toMatch(/^[\dA-F]{4}(-[\dA-F]{4}){3}$/);
  const receipt = portal.mails.find(({ subject }) => subject.startsWith("Your receipt"));
  expect(receipt?.paragraphs.join("\n")).toContain(contract);
  portal.advance(31 * dayMs);
  await runRenewals(portal.portal);
  buyer = await comeBack(portal, buyer);
  const { items } = await get("/purchases");
  expect((await withReference(items[0].id)).contract).toBeNull();
});

describe("a declaration that names no contract one can withdraw from", () => {
  const none = { calls: 0, amount: 0 };

  test.each([
    ["of another address", { email: "stranger@example.com" }],
    ["with a number that does not exist", { contract: "RS-2026-999999" }],
    ["in words", { contract: "the membership of last week" }],
  ])(
    "%s gets the same answer and acknowledgement, and the owner looks at it",
    async (_, changes) => {
      const { id, receiptNumber: contract } = await bought([monthly]);
      const right = { name: "Ada Buyer", email: buyer.email, contract, ...changes };
      const { status, body } = await declare(right);
      expect([status, body]).toEqual([201, { receivedAt: portal.portal.now().toISOString() }]);
      expect(subjectsTo(right.email)).toEqual([acknowledged]);
      expect(await paidBack(id)).toEqual(none);
      expect(await get("/membership")).toMatchObject({ status: "active" });
      const ownerMail = portal.mails.find(({ to }) => to === portal.portal.brand.contactEmail);
      expect(ownerMail).toMatchObject({ replyTo: right.email });
      expect(ownerMail?.paragraphs).toContain(`Contract: ${right.contract}`);
      const [row] = await portal.portal.database
        .select()
        .from(withdrawals)
        .where(eq(withdrawals.email, right.email));
      expect(row).toMatchObject({ ...right, invoiceId: null, language: "en" });
    },
  );

  test("of a renewal changes nothing: it opens no right of its own", async () => {
    await bought([monthly]);
    portal.advance(31 * dayMs);
    await runRenewals(portal.portal);
    await portal.runDueJobs();
    buyer = await comeBack(portal, buyer);
    const { items } = await get("/purchases");
    const { token } = buyer;
    const { receiptNumber: contract } = items[0];
    const body = { name: "Ada", email: buyer.email, contract };
    await call(portal, "POST", "/withdrawals", { ip: anyNetwork(), token, body });
    await declare({ contract });
    expect(await paidBack(items[0].id)).toEqual(none);
    expect(await get("/membership")).toMatchObject({ status: "active" });
    expect(subjectsTo(buyer.email)).not.toContainEqual(expect.stringContaining("confirm"));
  });
});

test.each(languages)(
  "No mail about a withdrawal has a gap, in the language %s",
  async (language) => {
    buyer = await createBuyer(portal, { language });
    const { receiptNumber, contract } = await bought([monthly]);
    await declare({ contract: receiptNumber }, language);
    await declare({ contract }, language);
    await declare({ contract: "?" }, language);
    expect(portal.mails).toHaveLength(4);
    for (const { subject, paragraphs, action } of portal.mails) {
      const text = [subject, ...paragraphs, action?.label ?? subject].join("\n");
      expect(text).not.toMatch(/\{\{|undefined|null|NaN|Invalid| {2,}| [.,;)]|\( |^ | $|^$/m);
    }
  },
);

test("Declarations are throttled for each client and each recipient, whatever they name", async () => {
  const ip = "198.51.100.7";
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await declare({ contract: `RS-2026-00000${count}` }, "en", ip)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
  const elsewhere = [await declare({ contract: "x" }), await declare({ contract: "x" })];
  expect(elsewhere.map(({ status }) => status)).toEqual([201, 429]);
});

test("Declarations are throttled for each client, to however many recipients", async () => {
  for (let count = 0; count <= 20; count += 1) {
    const email = `recipient-${count}@example.com`;
    const { status } = await declare({ email, contract: "x" }, "en", "198.51.100.9");
    expect([count, status]).toEqual([count, count < 20 ? 201 : 429]);
  }
});

test("Previews and links of mails are tried sixty times an hour at most", async () => {
  const ip = "198.51.100.8";
  const send = (path: string, body: object) => call(portal, "POST", path, { ip, body });
  const guess = { contract: "0000-0000-0000-0000" };
  for (let count = 0; count < 60; count += 1) {
    expect((await send("/withdrawals/preview", guess)).status).toBe(200);
  }
  expect((await send("/withdrawals/preview", guess)).status).toBe(429);
  expect((await send("/withdrawals/confirm", { token: "made-up" })).status).toBe(429);
});

test("A declaration with a missing field is refused at the field, and not stored", async () => {
  const { status, body } = await declare({ contract: " " });
  expect([status, Object.keys(body.fields)]).toEqual([400, ["contract"]]);
  expect(portal.mails).toEqual([]);
});

test("Line breaks of a declaration make no paragraphs of their own in the mail to the owner", async () => {
  await declare({ contract: "x\n\nYou have won", name: "Ada\n\nhttps://example.com" });
  const ownerMail = portal.mails.find(({ to }) => to === portal.portal.brand.contactEmail);
  expect(ownerMail?.paragraphs).toHaveLength(3);
  expect(ownerMail?.paragraphs[0]).toContain("Ada https://example.com");
});

test("What a user declared is part of the export of their data", async () => {
  await declare({ contract: "my place" });
  const data = await billing.ownedData.exportData(portal.portal.database, buyer);
  expect(data).toMatchObject({ withdrawals: [{ contract: "my place" }] });
});

test.each([
  ["RS-2026-000123", "RS-2026-000123"],
  ["rs 2026 000 123", "RS-2026-000123"],
  ["Receipt no. RS–2026–0001234.", "RS-2026-0001234"],
  ["in 2026 I bought 000123", null],
  ["RS-2026-12", null],
  ["", null],
])("%j names the receipt %j", (text, number) => {
  expect(receiptNumberIn(text)).toBe(number);
});

test.each([
  ["7F3A-92C1-0B4E-55D0", "7F3A-92C1-0B4E-55D0"],
  ["reference 7f3a 92c1 – 0b4e 55d0.", "7F3A-92C1-0B4E-55D0"],
  ["7f3a92c10b4e55d0", "7F3A-92C1-0B4E-55D0"],
  ["7f3a92c10b4e55d0a", null],
  ["RS-2026-000123", null],
])("%j contains the withdrawal reference %j", (text, reference) => {
  expect(referenceIn(text)).toBe(reference);
});
