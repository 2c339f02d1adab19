import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import type { ForeignCustomer } from "#api/infra/payment-provider.ts";
import { asc, eq, getTableColumns, sql } from "#api/infra/database/drizzle.ts";
import { call, claimedUser, goodPassword, signedInUser } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { isInForce } from "#api/modules/membership/module.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { readers } from "#api/modules/readers/schema.ts";
import { memberActor, providerActor, recordAct } from "#api/infra/audit/record-act.ts";
import { importMembers } from "./import-members.ts";
import { memberImportLines, memberImports, memberLabels, memberNotes } from "./schema.ts";

/** Opens a portal with an admin, and what imports files into it. */
async function openPortal() {
  const portal = await createBillingPortal({ demo: false });
  const { database } = portal.portal;
  const { id, token } = await signedInUser(portal, "owner@example.com");
  await database
    .update(users)
    .set({ roles: ["ROLE_USER", "ROLE_ADMIN"] })
    .where(eq(users.id, id));
  const get = async (path: string) => (await call(portal, "GET", path, { token })).body;
  const upload = async (csv: string): Promise<string> => {
    const { statusCode, body } = await portal.app.inject({
      method: "POST",
      url: "/api/member-imports?name=members.csv",
      headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
      payload: Buffer.from(csv),
    });
    expect([statusCode, body]).toEqual([201, expect.any(String)]);
    return (JSON.parse(body) as { id: string }).id; // the answer of the contract
  };
  const start = (importId: string) =>
    call(portal, "POST", `/member-imports/${importId}/start`, {
      token,
      body: { password: goodPassword },
    });
  /** Imports a file, and returns how many lines came to what. */
  const bring = async (csv: string) => {
    const importId = await upload(csv);
    expect((await start(importId)).status).toBe(202);
    const { state, counts } = await get(`/member-imports/${importId}`);
    expect(state).toBe("done");
    return counts;
  };
  return { portal, database, token, get, upload, start, bring };
}

/** Everything that an import can change, in an order. */
async function stateOf({ portal: { database } }: TestPortal) {
  const membership = getTableColumns(subscriptions);
  const { id: _, userId: __, importedAt: ___, startedAt: ____, ...compared } = membership;
  return {
    members: await database
      .select({ email: users.email, name: users.name, language: users.language, ...compared })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .orderBy(asc(users.email)),
    labels: await database
      .select({ email: users.email, label: memberLabels.label })
      .from(memberLabels)
      .innerJoin(users, eq(users.id, memberLabels.userId))
      .orderBy(asc(users.email), asc(memberLabels.label)),
    notes: await database
      .select({ email: users.email, text: memberNotes.text })
      .from(memberNotes)
      .innerJoin(users, eq(users.id, memberNotes.userId))
      .orderBy(asc(users.email), asc(memberNotes.text)),
    readers: await database
      .select({ email: readers.email, at: readers.consentedAt, gone: readers.withdrawnAt })
      .from(readers)
      .orderBy(asc(readers.email)),
  };
}

const ghostHeader =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";
const ghostLine = (n: number) =>
  `${n},member${n}@example.com,Member ${n},${n % 100 === 0 ? '"Met, at a show"' : ""},${n % 2 === 0},false,cus_${n},2024-01-15T10:00:00.000Z,,${n % 3 === 0 ? '"Early, VIP"' : ""},Gold`;
const stripeHeader =
  "id,Customer ID,Customer Email,Plan,Currency,Interval,Amount,Status,Created (UTC),Current Period End (UTC),Cancel At Period End";
const stripeLine = (n: number, { end = "2026-03-31 09:30", cancelled = n <= 40 } = {}) =>
  `sub_${n},cus_${n},member${n}@example.com,price_1,eur,${n % 5 === 0 ? "year" : "month"},${n % 5 === 0 ? "79.00" : "7.90"},active,2024-01-15 10:00,${end},${cancelled}`;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const file = (header: string, lines: readonly string[]) => [header, ...lines].join("\r\n");

test(
  "900 members of Ghost and their subscriptions of Stripe come in, and a second run changes nothing",
  { timeout: 300_000 },
  async () => {
    const { portal, database, get, upload, bring } = await openPortal();
    const own = await claimedUser(portal, "member6@example.com", { name: "Known here" });
    portal.portal.payments.current.foreignCustomer = async ({ customer }) =>
      customer ? customerOf(customer) : null;
    const members = numbers(900).map(ghostLine);
    const broken = [
      '901,member901@example.com,"Open quote,,true,false,,,,,',
      "902,no address,Nobody,,true,false,,,,,",
      "903,member903@example.com,Gone,,true,false,,2024-01-15T10:00:00.000Z,2025-01-01T00:00:00.000Z,,",
    ];
    const ghost = file(ghostHeader, [...members, ...broken, ghostLine(3)]);
    const draft = await upload(ghost);
    const check = await get(`/member-imports/${draft}/check?outcome=refused`);
    expect(check.counts.outcomes).toEqual({ created: 899, changed: 1, unchanged: 0, refused: 4 });
    expect(
      check.items.map(({ line, notices }: { line: number; notices: { code: string }[] }) => [
        line,
        notices.map(({ code }) => code),
      ]),
    ).toEqual([
      [902, ["quotes-broken"]],
      [903, ["address-invalid"]],
      [904, ["deleted-there"]],
      [905, ["address-twice"]],
    ]);
    expect(await bring(ghost)).toEqual(check.counts.outcomes);
    const stripe = file(
      stripeHeader,
      numbers(900).map((n) => stripeLine(n)),
    );
    const second = await get(`/member-imports/${await upload(stripe)}/check?limit=1`);
    expect(second.counts).toEqual({
      outcomes: { created: 0, changed: 900, unchanged: 0, refused: 0 },
      notices: {
        "membership-begins": 860,
        "membership-begins-ending": 40,
        "needs-card": 30,
        "stripe-not-asked": 800,
      },
    });
    expect(second.items[0].notices[0].text).toContain("31 March 2026");
    expect(await bring(stripe)).toEqual(second.counts.outcomes);
    const before = await stateOf(portal);
    expect(await bring(ghost)).toEqual({ created: 0, changed: 0, unchanged: 900, refused: 4 });
    expect(await bring(stripe)).toEqual({ created: 0, changed: 0, unchanged: 900, refused: 0 });
    expect(await stateOf(portal)).toEqual(before);
    const [known] = await database.select().from(users).where(eq(users.id, own));
    expect(known).toMatchObject({ name: "Known here", passwordHash: expect.any(String) });
    expect(before.members.filter(({ price }) => price === 790)).toHaveLength(720);
    expect(before.labels).toHaveLength(600);
    expect(before.readers).toHaveLength(900);
    expect(before.readers.filter(({ gone }) => gone)).toHaveLength(450);
    await portal.runDueJobs();
    expect(portal.mails).toEqual([]);
    const rows = await database.select().from(subscriptions);
    const inForceAt = (at: string) => rows.filter((row) => isInForce(row, new Date(at))).length;
    expect([inForceAt("2026-03-31T09:00:00Z"), inForceAt("2026-03-31T10:00:00Z")]).toEqual([
      900, 860,
    ]);
    await portal.close();
  },
);

/** The customers 51 to 80 have no card that can be charged. */
function customerOf(customer: string): ForeignCustomer {
  const n = Number(customer.slice(4));
  const card = {
    kind: "card" as const,
    reference: `pm_${n}`,
    customer,
    brand: "Visa",
    last4: "4242",
    expMonth: 12,
    expYear: 2030,
  };
  const hasCard = n <= 50 || n > 80;
  const givenAt = new Date("2025-01-01T00:00:00Z");
  return {
    customer,
    subscriptions: [],
    card: hasCard ? { card, givenAt } : null,
  };
}

test(
  "an import that is cut short goes on, and two at once come to the same end",
  { timeout: 180_000 },
  async () => {
    const csv = file(
      `${stripeHeader},labels,note,consent`,
      numbers(450).map((n) => `${stripeLine(n)},"Old, ${n % 4}",Note ${n % 3},yes`),
    );
    const whole = await openPortal();
    await whole.bring(csv);
    const expected = await stateOf(whole.portal);

    const cut = await openPortal();
    const id = await cut.upload(csv);
    await cut.database
      .update(memberImports)
      .set({ state: "running" })
      .where(eq(memberImports.id, id));
    // The second batch is lost in its midst.
    await cut.database.execute(
      sql`create function lose() returns trigger language plpgsql as $$ begin raise 'lost'; end $$`,
    );
    await cut.database.execute(
      sql`create trigger lose before insert on member_labels for each row when (new.label = 'Old') execute function lose()`,
    );
    await expect(importMembers(cut.portal.portal, id)).rejects.toThrow("member_labels");
    await cut.database.execute(sql`drop trigger lose on member_labels`);
    await importMembers(cut.portal.portal, id);
    expect(await stateOf(cut.portal)).toEqual(expected);

    const twice = await openPortal();
    const ids = [await twice.upload(csv), await twice.upload(csv)];
    await twice.database.update(memberImports).set({ state: "running" });
    // Each by two processes, of which one was thought to be lost.
    await Promise.all([...ids, ...ids].map((one) => importMembers(twice.portal.portal, one)));
    expect(await stateOf(twice.portal)).toEqual(expected);
    const lines = await twice.database.select().from(memberImportLines);
    const created = lines.filter(({ outcome }) => outcome === "created");
    expect([lines.length, created.length]).toEqual([900, 450]);
    for (const opened of [whole, cut, twice]) await opened.portal.close();
  },
);

test("a second run brings what changed there, and takes back nothing that happened here", async () => {
  const { portal, database, bring, get, upload } = await openPortal();
  const header = "email,period,price,paid until,cancelled,labels,consent,complimentary";
  const line = (
    who: string,
    { until = "2026-03-31", cancelled = "no", labels = "", consent = "yes", free = "" } = {},
  ) => `${who}@example.com,monthly,8.00,${until},${cancelled},${labels},${consent},${free}`;
  const names =
    "longer cancels labelled unsubscribes renewed resumed cancelled-here back-there gone-here ended-here comped".split(
      " ",
    );
  await bring(
    file(
      header,
      names.map((who) =>
        line(who, {
          cancelled: who === "resumed" ? "yes" : "no",
          free: who === "comped" ? "yes" : "",
        }),
      ),
    ),
  );
  const idOf = async (who: string) => {
    const [user] = await database
      .select()
      .from(users)
      .where(eq(users.email, `${who}@example.com`));
    return user?.id ?? "";
  };
  const change = async (who: string, changes: Partial<typeof subscriptions.$inferInsert>) =>
    database
      .update(subscriptions)
      .set(changes)
      .where(eq(subscriptions.userId, await idOf(who)));
  portal.advance(dayMs);
  const now = portal.portal.now();
  const record = async (
    who: string,
    act: "membership-cancelled" | "membership-resumed" | "membership-ended",
    by?: typeof providerActor,
  ) => {
    const subjectId = await idOf(who);
    const actor = by ?? memberActor(subjectId);
    await recordAct(database, { act, at: now, actor, subjectId });
  };
  await change("renewed", { endsAt: new Date("2026-04-30T10:00:00Z") });
  await change("resumed", { cancelAtPeriodEnd: false });
  await record("resumed", "membership-resumed");
  await change("cancelled-here", { cancelAtPeriodEnd: true });
  await record("cancelled-here", "membership-cancelled");
  await change("back-there", { cancelAtPeriodEnd: true });
  await record("back-there", "membership-cancelled", providerActor);
  await change("ended-here", { status: "ended", endedAt: now, endsAt: now });
  await record("ended-here", "membership-ended");
  await database
    .update(readers)
    .set({ withdrawnAt: now })
    .where(eq(readers.email, "gone-here@example.com"));
  const next = await upload(
    file(header, [
      line("longer", { until: "2026-04-30" }),
      line("cancels", { cancelled: "yes" }),
      line("labelled", { labels: "New" }),
      line("unsubscribes", { consent: "no" }),
      line("renewed", { cancelled: "yes" }),
      line("resumed", { cancelled: "yes" }),
      line("cancelled-here", { until: "2026-04-30" }),
      line("back-there", { until: "2026-04-30" }),
      line("gone-here"),
      line("ended-here", { until: "2026-04-30" }),
      line("comped", { free: "yes" }),
      line("joined-later"),
      line("owner"),
    ]),
  );
  const check = await get(`/member-imports/${next}/check`);
  expect(
    Object.fromEntries(
      check.items.map((one: { email: string; outcome: string; notices: { code: string }[] }) => [
        one.email.split("@")[0],
        [one.outcome, ...one.notices.map(({ code }) => code)],
      ]),
    ),
  ).toEqual({
    longer: ["changed", "paid-longer"],
    cancels: ["changed", "cancelled-there"],
    labelled: ["changed", "labels-added"],
    unsubscribes: ["changed", "consent-withdrawn"],
    renewed: ["unchanged", "continued-here"],
    resumed: ["unchanged", "continued-here"],
    "cancelled-here": ["changed", "paid-longer", "continued-here"],
    "back-there": ["changed", "paid-longer", "resumed-there"],
    "gone-here": ["unchanged", "unsubscribed-here"],
    "ended-here": ["unchanged", "ended-here"],
    comped: ["unchanged"],
    "joined-later": [
      "created",
      "account-created",
      "membership-begins",
      "needs-card",
      "consent-added",
    ],
    owner: ["unchanged", "is-admin"],
  });
  const csv = file(header, [
    line("longer", { until: "2026-04-30" }),
    line("cancels", { cancelled: "yes" }),
  ]);
  expect(await bring(csv)).toMatchObject({ changed: 2 });
  const { members } = await stateOf(portal);
  const found = (who: string) => members.find(({ email }) => email === `${who}@example.com`);
  expect(found("longer")?.endsAt).toEqual(new Date("2026-04-30T10:00:00Z"));
  expect(found("cancels")).toMatchObject({
    cancelAtPeriodEnd: true,
    endsAt: new Date("2026-03-31T21:59:59Z"),
  });
  await portal.close();
});

test("the export of members into an empty portal gives the same members", async () => {
  const from = await openPortal();
  await from.bring(
    file(
      "email,name,language,period,price,currency,paid until,cancelled,complimentary,note,labels,consent,consent_date,joined",
      [
        'ada@example.com,Ada,pl,monthly,7.90,EUR,2026-03-31T08:15:00Z,no,,"=1+1, a ""note""\nof two lines","Early, VIP",yes,2025-05-05T10:00:00Z,2024-01-15',
        "bob@example.com,Bob,en,yearly,79.00,PLN,2026-08-31,yes,,,,no,,2024-02-15",
        "cy@example.com,'-Cy,en,,,,,,yes,,VIP,,,",
        "dee@example.com,Dee,en,,,,2026-12-31,,yes,,,,,",
        "eve@example.com,Eve,en,,,,,,,,,,,2023-01-01",
      ],
    ),
  );
  const exported = async ({ portal, token }: typeof from) =>
    (await call(portal, "POST", "/member-exports", { token, body: { password: goodPassword } }))
      .text;
  const into = await openPortal();
  const csv = await exported(from);
  expect(await into.bring(csv)).toEqual({ created: 5, changed: 0, unchanged: 1, refused: 0 });
  expect(await stateOf(into.portal)).toEqual(await stateOf(from.portal));
  const withoutIds = (text: string) =>
    text
      .split("\r\n")
      .map((row) => row.slice(row.indexOf(",")))
      .filter((row) => !row.includes("owner@"))
      .toSorted();
  expect(withoutIds(await exported(into))).toEqual(withoutIds(csv));
  for (const { portal } of [from, into]) await portal.close();
});

test(
  "10,000 members are imported within two minutes beside other work, and memory stays flat",
  { timeout: 300_000 },
  async () => {
    const { portal, database, upload } = await openPortal();
    const csv = file(
      `${stripeHeader},labels,consent`,
      numbers(10_000).map((n) => `${stripeLine(n)},Old,yes`),
    );
    const id = await upload(csv);
    await database.update(memberImports).set({ state: "running" }).where(eq(memberImports.id, id));
    const used = process.memoryUsage.rss();
    const begun = performance.now();
    await importMembers(portal.portal, id);
    const seconds = (performance.now() - begun) / 1000;
    const grown = (process.memoryUsage.rss() - used) / 2 ** 20;
    expect(await database.$count(users)).toBe(10_001);
    expect(seconds, "seconds").toBeLessThan(120);
    expect(grown, "MB more").toBeLessThan(400);
    await portal.close();
  },
);
