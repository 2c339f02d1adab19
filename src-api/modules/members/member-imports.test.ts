import { parse } from "csv-parse/sync";
import { expect, test, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import {
  checkMemberImport,
  getMemberImport,
  listMemberImportLines,
  type ImportLine,
  listMemberImports,
  uploadMembers,
} from "#shared/api/member-imports.ts";
import { call, claimedUser, goodPassword, logIn } from "#api/testing/account-requests.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import type { ForeignSubscription, PaymentProvider } from "#api/infra/payment-provider.ts";
import { memberImports } from "./schema.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { foreignCustomers, foreignSubscriptions } from "#api/modules/billing/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { admin, get, memberOf, portal, useAdminPortal } from "./testing/admin-portal.ts";

useAdminPortal();

const upload = (csv: string, token = admin.token) =>
  portal.app.inject({
    method: "POST",
    url: "/api/member-imports?name=members.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    payload: Buffer.from(csv),
  });
const send = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  call(portal, method, `/member-imports/${path}`, { token: admin.token, ...(body && { body }) });

const csv = [
  "Who,Plan,Until,Newsletter",
  "new@example.com,Gold,2026-05-31,yes",
  "bad@,Gold,2026-05-31,yes",
  "silver@example.com,Silver,2026-05-31,no",
].join("\n");

test("a file is uploaded, mapped, checked and imported, and each line says what became of it", async () => {
  const draft = uploadMembers.answer.parse((await upload(csv)).json());
  expect(draft).toMatchObject({
    state: "draft",
    by: expect.any(String),
    lines: 3,
    columns: ["Who", "Plan", "Until", "Newsletter"],
    mapping: { columns: { plan: "Plan", consent: "Newsletter" }, plans: {} },
    plans: [
      { name: "Gold", lines: 2 },
      { name: "Silver", lines: 1 },
    ],
    problems: ["email-unmapped"],
  });
  expect(draft.sample[0]).toEqual({
    line: 2,
    cells: { Who: "new@example.com", Plan: "Gold", Until: "2026-05-31", Newsletter: "yes" },
  });
  expect(await get(`/member-imports/${draft.id}/check`)).toMatchObject({
    status: 400,
    body: { code: "validation", fields: { email: expect.any(String) } },
  });
  const columns = { email: "Who", plan: "Plan", paid_until: "Until", consent: "Newsletter" };
  const mapping = { columns: { ...columns, note: "No such column" }, plans: { Gold: "yearly" } };
  const mapped = await send("PUT", `${draft.id}/mapping`, mapping);
  expect(mapped.body).toMatchObject({
    mapping: { columns, plans: { Gold: "yearly" } },
    problems: [],
  });
  const check = checkMemberImport.answer.parse(
    (await get(`/member-imports/${draft.id}/check`)).body,
  );
  expect(check.counts?.outcomes).toEqual({ created: 1, changed: 0, unchanged: 0, refused: 2 });
  expect(
    check.items.map(({ line, outcome, notices }) => [
      line,
      outcome,
      notices.map((one) => one.text),
    ]),
  ).toEqual([
    [
      2,
      "created",
      [
        "New account.",
        expect.stringMatching(
          /^Yearly membership for €\d+, paid until 31 May 2026; it renews then\.$/,
        ),
        "Needs a card: none is known that renewals can be charged to.",
        "Agreed to get e-mails.",
      ],
    ],
    [3, "refused", ["“bad@” is not an e-mail address."]],
    [4, "refused", ["You have not chosen what the plan “Silver” is here."]],
  ]);
  const page = await get(`/member-imports/${draft.id}/check?after=2&limit=1&outcome=refused`);
  expect([page.body.counts, page.body.items[0].line, page.body.nextAfter]).toEqual([null, 3, 3]);
  expect((await send("POST", `${draft.id}/start`, { password: "wrong" })).status).toBe(422);
  expect((await send("POST", `${draft.id}/start`, { password: goodPassword })).status).toBe(202);
  expect((await send("POST", `${draft.id}/start`, { password: goodPassword })).status).toBe(409);
  expect((await send("PUT", `${draft.id}/mapping`, mapping)).status).toBe(409);
  expect((await send("DELETE", draft.id)).status).toBe(409);
  const done = getMemberImport.answer.parse((await get(`/member-imports/${draft.id}`)).body);
  expect([done.state, done.counts]).toEqual(["done", check.counts?.outcomes]);
  const { items } = listMemberImportLines.answer.parse(
    (await get(`/member-imports/${draft.id}/lines?notice=needs-card`)).body,
  );
  expect(items).toEqual([{ ...check.items[0], userId: expect.any(String) }]);
  const member = await memberOf({ id: items[0]?.userId ?? "" });
  expect(member).toMatchObject({
    email: "new@example.com",
    isProven: true,
    labels: [],
    consent: { source: "import", withdrawnAt: null },
    membership: { status: "active", period: "yearly", source: "purchase", card: null },
  });
  expect(portal.mails).toEqual([]);
  const list = listMemberImports.answer.parse((await get("/member-imports")).body);
  expect(list.items.map(({ id, state }) => [id, state])).toEqual([[draft.id, "done"]]);
});

/** Imports a file while the provider has these customers. Returns the check, and what became of the lines. */
async function bringKnown(
  lines: readonly string[],
  foreignCustomer: PaymentProvider["foreignCustomer"],
) {
  const header = "email,period,price,paid_until,consent,stripe_customer_id,stripe_subscription_id";
  const { current } = portal.portal.payments;
  const spy = vi.spyOn(current, "foreignCustomer").mockImplementation(foreignCustomer);
  const codesOf = ({ items }: { items: ImportLine[] }) =>
    items.map(({ outcome, notices }) => [outcome, ...notices.map(({ code }) => code)]);
  try {
    const { id } = (await upload([header, ...lines].join("\n"))).json();
    const check = checkMemberImport.answer.parse(
      (await get(`/member-imports/${id}/check?limit=100`)).body,
    );
    const rest = checkMemberImport.answer.parse(
      (await get(`/member-imports/${id}/check?limit=100&after=101`)).body,
    );
    expect((await send("POST", `${id}/start`, { password: goodPassword })).status).toBe(202);
    const done = (await get(`/member-imports/${id}/lines?limit=100`)).body;
    const { state } = (await get(`/member-imports/${id}`)).body;
    return { check, rest, codes: codesOf(check), lines: codesOf(done), state };
  } finally {
    spy.mockRestore();
  }
}

const customer = (name: string, ...those: Partial<ForeignSubscription>[]) => ({
  customer: name,
  subscriptions: those.map((one, at) => ({
    reference: `sub_${name}${at}`,
    status: "alive" as const,
    takenOver: false,
    periodEnd: new Date(portal.portal.now().getTime() + 10 * dayMs),
    anchor: new Date("2025-01-10T09:00:00Z"),
    price: { amount: 900, currency: "EUR" },
    period: "monthly" as const,
    ...one,
  })),
  card: null,
});

const membershipOf = async (email: string) => {
  const [found] = await portal.portal.database
    .select()
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(eq(users.email, email));
  return found?.subscriptions;
};

test("what Stripe knows comes before the day of the file, and the price of the line before the price there", async () => {
  const ago = (days: number) => new Date(portal.portal.now().getTime() - days * dayMs);
  const far = new Date(portal.portal.now().getTime() + 90 * dayMs).toISOString().slice(0, 10);
  const known = [
    customer("cus_drafted", { periodEnd: ago(2) }),
    customer("cus_unpaid", { periodEnd: ago(20) }),
    customer("cus_ended", { status: "ended", periodEnd: ago(1) }),
    customer("cus_coupon", {}),
    customer("cus_tiny", { price: { amount: 12.5, currency: "EUR" } }),
  ];
  const { codes, lines } = await bringKnown(
    [
      `drafted@example.com,month,,${far},,cus_drafted,`,
      `unpaid@example.com,month,9.00,${far},,cus_unpaid,`,
      `ended@example.com,month,9.00,${far},,cus_ended,sub_cus_ended0`,
      `coupon@example.com,month,4.50,,,cus_coupon,`,
      `tiny@example.com,month,,,,cus_tiny,`,
    ],
    async ({ customer: name }) => known.find((one) => one.customer === name) ?? null,
  );
  expect(codes).toEqual([
    ["created", "account-created", "membership-begins", "needs-card"],
    ["created", "account-created", "overdue-there"],
    ["created", "account-created", "ended-there"],
    ["created", "account-created", "membership-begins", "needs-card"],
    ["refused", "price-invalid"],
  ]);
  expect(lines).toEqual(codes);
  expect(await membershipOf("drafted@example.com")).toMatchObject({ endsAt: ago(2), price: 900 });
  expect(await membershipOf("unpaid@example.com")).toBeUndefined();
  expect(await membershipOf("coupon@example.com")).toMatchObject({ price: 450 });
});

test("a customer of Stripe is one member's only, in a file and after it", async () => {
  const known = async () => customer("cus_one", {});
  const first = await bringKnown(
    [
      "one@example.com,month,,,,cus_one,",
      "two@example.com,month,,,,cus_one,",
      "three@example.com,month,,,,,sub_cus_one0",
    ],
    known,
  );
  const other = ["refused", "stripe-of-other"];
  expect(first.codes).toEqual([
    ["created", "account-created", "membership-begins", "needs-card"],
    other,
    other,
  ]);
  expect(first.lines).toEqual(first.codes);
  const second = await bringKnown(
    ["moved@example.com,month,,,,cus_one,", "one@example.com,month,,,,cus_one,"],
    known,
  );
  expect(second.lines).toEqual([other, ["unchanged"]]);
});

test("a second customer of a member is left out while the first is charged, and the import ends", async () => {
  const known: PaymentProvider["foreignCustomer"] = async ({ customer: name }) =>
    customer(name ?? "", {});
  await bringKnown(["two@example.com,month,,,,cus_former,"], known);
  const before = await membershipOf("two@example.com");
  const later = new Date(portal.portal.now().getTime() + 90 * dayMs).toISOString();
  const line = `two@example.com,month,4.50,${later},yes,cus_second,`;
  const { codes, lines, state } = await bringKnown([line], known);
  expect(codes).toEqual([["changed", "consent-added", "stripe-second"]]);
  expect([state, lines]).toEqual(["done", codes]);
  expect(await membershipOf("two@example.com")).toEqual(before);
});

test("an error of Stripe about one member leaves out that membership, until a later import", async () => {
  const lines = ["fine@example.com,month,,,,cus_fine,", "odd@example.com,month,,,,cus_odd,"];
  const known: PaymentProvider["foreignCustomer"] = async ({ customer: name }) => {
    if (name === "cus_odd") throw Object.assign(new Error("odd"), { statusCode: 400 });
    return customer(name ?? "", {});
  };
  expect((await bringKnown(lines, known)).lines).toEqual([
    ["created", "account-created", "membership-begins", "needs-card"],
    ["created", "account-created", "stripe-unanswered"],
  ]);
  const later = await bringKnown(lines, async ({ customer: name }) => customer(name ?? "", {}));
  expect(later.lines).toEqual([["unchanged"], ["changed", "membership-begins", "needs-card"]]);
});

test("the only customer that a batch names is left out when Stripe has an error about it, and nobody while Stripe does not answer", async () => {
  const line = ["alone@example.com,month,,,,cus_alone,"];
  const { lines } = await bringKnown(line, async ({ customer: name }) => {
    if (name === "cus_alone") throw Object.assign(new Error("odd"), { statusCode: 500 });
    return null;
  });
  expect(lines).toEqual([["created", "account-created", "stripe-unanswered"]]);
  for (const statusCode of [undefined, 403]) {
    const isOf = (name: string | null) => statusCode === undefined || name !== "cus_none";
    const silent = bringKnown(line, async ({ customer: name }) => {
      if (isOf(name)) throw Object.assign(new Error("no answer"), { statusCode });
      return null;
    });
    expect((await silent).state).toBe("running");
  }
  portal.advance(15 * 60_000);
  await portal.runDueJobs();
  const isRunning = eq(memberImports.state, "running");
  expect(await portal.portal.database.$count(memberImports, isRunning)).toBe(0);
});

test("a check asks Stripe about the first 100 members, on each of its pages", async () => {
  const lines = Array.from({ length: 103 }, (_, n) => `m${n}@example.com,month,,,,cus_m${n},`);
  const asked: (string | null)[] = [];
  const { check, rest } = await bringKnown(lines, async ({ customer: name }) => {
    asked.push(name);
    return customer(name ?? "", {});
  });
  expect(check.counts?.notices).toMatchObject({ "membership-begins": 100, "stripe-not-asked": 3 });
  expect(check.counts?.notices["needs-card"]).toBe(100);
  expect(rest.items.map(({ notices }) => notices.map(({ code }) => code))).toEqual(
    [100, 101, 102].map(() => ["account-created", "stripe-not-asked"]),
  );
  expect(asked).toHaveLength(100 + 103);
});

test("who unsubscribed there before an import stays so when an older file comes", async () => {
  const none = async () => null;
  const line = (consent: string) => [`gone@example.com,,,,${consent},,`];
  expect((await bringKnown(line("no"), none)).lines[0]).toContain("consent-withdrawn");
  expect((await bringKnown(line("no"), none)).lines).toEqual([["unchanged", "no-membership"]]);
  expect((await bringKnown(line("yes"), none)).lines).toEqual([
    ["unchanged", "unsubscribed-here", "no-membership"],
  ]);
});

test("an export names each member's customer of Stripe, and the subscription there unless it has ended", async () => {
  const checkedAt = portal.portal.now();
  const known = async (name: string, provider: string, status: "alive" | "ended") => {
    const userId = await claimedUser(portal, `${name}@references.example`);
    const { database } = portal.portal;
    await database
      .insert(foreignCustomers)
      .values({ userId, provider, customer: `cus_${name}`, checkedAt });
    await database
      .insert(foreignSubscriptions)
      .values({ userId, provider, reference: `sub_${name}`, status });
  };
  await known("alive", "stripe", "alive");
  await known("ended", "stripe", "ended");
  await known("sandbox", "sandbox", "alive");
  await claimedUser(portal, "unknown@references.example");
  const exported = await portal.app.inject({
    method: "POST",
    url: "/api/member-exports",
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { query: "references.example", password: goodPassword },
  });
  const rows = parse<Record<string, string>>(exported.body, { columns: true, bom: true });
  const references = rows.map((row) => [
    row["address"]?.split("@")[0],
    row["stripe_customer_id"],
    row["stripe_subscription_id"],
  ]);
  expect(references.toSorted(([one = ""], [other = ""]) => one.localeCompare(other))).toEqual([
    ["alive", "cus_alive", "sub_alive"],
    ["ended", "cus_ended", ""],
    ["sandbox", "", ""],
    ["unknown", "", ""],
  ]);
});

test("a draft is deleted with its lines, and a file that is none is refused in words", async () => {
  const { id } = (await upload("email\nada@example.com\n")).json();
  expect((await send("DELETE", id)).status).toBe(204);
  expect((await get(`/member-imports/${id}`)).status).toBe(404);
  const refused = (await upload("PK\u0003\u0004\0")).json();
  expect(refused).toMatchObject({
    code: "validation",
    fields: { file: "This is not a CSV file with the names of its columns in the first line." },
  });
  await claimedUser(portal, "member@example.com");
  const { token } = (await logIn(portal, "member@example.com")).body;
  expect((await upload(csv, token)).statusCode).toBe(403);
});

test("npm run users -- import prints what becomes of each line, and changes nothing with --dry-run", async () => {
  const file = Buffer.from("email,language\ncommand@example.com,pl\nnone,en\n").toString("base64");
  const run = (isDryRun: boolean) =>
    runUserCommand(portal.portal, { command: "import", name: "members.csv", file, isDryRun });
  const lines = [
    "line 2  created    command@example.com  New account. No membership.",
    "line 3  refused    none  “none” is not an e-mail address.",
  ];
  const isThere = () =>
    portal.portal.database.$count(users, eq(users.email, "command@example.com"));
  expect(await run(true)).toEqual([
    ...lines,
    "Nothing was changed. created: 1, changed: 0, unchanged: 0, refused: 1.",
  ]);
  expect(await isThere()).toBe(0);
  expect(await run(false)).toEqual([...lines, "created: 1, refused: 1."]);
  expect(await isThere()).toBe(1);
  const empty = { command: "import", name: "x.csv", file: "", isDryRun: false } as const;
  await expect(runUserCommand(portal.portal, empty)).rejects.toThrow("not a CSV file");
  const nameless = { ...empty, file: Buffer.from("who\nx\n").toString("base64") };
  await expect(runUserCommand(portal.portal, nameless)).rejects.toThrow("None of the columns");
});
