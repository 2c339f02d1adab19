import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { getBoard } from "#shared/api/board.ts";
import { getTrends } from "#shared/api/trends.ts";
import { dayMs } from "#shared/durations.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { forFile } from "#api/testing/for-file.ts";
import { buy, createBuyer, goodCard, monthly } from "#api/testing/billing-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import {
  callAs,
  createMember,
  failsAtRenewalCard,
  moveTo,
  renewDue,
} from "#api/testing/members.ts";
import { people } from "#api/testing/people.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { refundInvoice } from "#api/modules/billing/refund.ts";
import { contactMessages } from "#api/modules/contact/schema.ts";
import { setFlag } from "#api/modules/flags/flag-store.ts";

const stuckJob = defineJob({ name: "board-test.stuck", payload: z.object({}) });
const givenUpJob = defineJob({
  name: "board-test.given-up",
  payload: z.object({}),
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
});
const launchDarkly = {
  sdkKey: "sdk-1",
  baseUri: "http://127.0.0.1:9",
  streamUri: "http://127.0.0.1:9",
  eventsUri: "http://127.0.0.1:9",
  streaming: true,
};

const portal = await forFile(createContentPortal());
await importCatalogue(portal.portal, { demo: false });

/** Returns the headers of a user whose session may have expired. */
async function headersOf(person: "admin" | "member") {
  const email = `${person}@example.com`;
  const [user] = await portal.portal.database.select().from(users).where(eq(users.email, email));
  return { authorization: `Bearer ${await createSession(portal.portal, user?.id ?? "", "")}` };
}

const read = async (language = "en") => {
  const headers = { ...(await headersOf("admin")), "accept-language": language };
  const answer = await portal.app.inject({ url: "/api/board", headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return getBoard.answer.parse(answer.json());
};

describe("access", () => {
  test.each(people.filter((person) => person !== "admin"))(
    "a %s gets neither the board nor trends",
    async (person) => {
      const status = person === "visitor" || person === "dead session" ? 401 : 403;
      for (const path of [getBoard.path, getTrends.path]) {
        const answer = await portal.app.inject({
          url: `/api${path}`,
          headers: portal.headersOf[person],
        });
        expect(answer.statusCode).toBe(status);
      }
    },
  );
});

describe("the figures", () => {
  test("follow a membership from its purchase to the end, and the money with it", async () => {
    await renewDue(portal); // ends the lapsed membership
    const before = await read();
    const paying = await createMember(portal);
    const failing = await createMember(portal, { card: failsAtRenewalCard });
    const bought = await read();
    expect(bought).toMatchObject({
      members: before.members + 2,
      joined: before.joined + 2,
      left: before.left,
      pastDue: 0,
      revenue: [{ amount: 2 * 900, currency: "EUR" }],
    });

    moveTo(portal, "2026-04-02T12:00:00Z");
    await renewDue(portal);
    expect(await read()).toMatchObject({
      members: bought.members,
      joined: 0,
      left: 0,
      pastDue: 1,
      revenue: [{ amount: 900, currency: "EUR" }],
    });

    const [invoice] = (await callAs(portal, paying, "GET", "/purchases")).body.items;
    const refund = { invoiceId: invoice.id, amount: 300, reason: "refund", note: "" } as const;
    expect(await refundInvoice(portal.portal, refund)).toMatchObject({ outcome: "succeeded" });
    expect((await read()).revenue).toEqual([{ amount: 600, currency: "EUR" }]);

    moveTo(portal, "2026-04-08T12:00:00Z");
    await renewDue(portal);
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
    expect(await read()).toMatchObject({ pastDue: 1, failedPayments: 0, version });
    for (const day of ["09", "10", "12"]) {
      moveTo(portal, `2026-04-${day}T12:00:00Z`);
      await renewDue(portal);
    }
    // The card on file is not charged any more: only its owner can pay now.
    expect(await read()).toMatchObject({ pastDue: 1, failedPayments: 1 });

    moveTo(portal, "2026-04-20T12:00:00Z");
    await renewDue(portal);
    expect(await read()).toMatchObject({
      members: bought.members - 1,
      left: 1,
      pastDue: 0,
      failedPayments: 0,
    });
    expect((await callAs(portal, failing, "GET", "/membership")).body.status).toBe("ended");
  });

  test("agree with the last month of the trends", async () => {
    await createMember(portal);
    const headers = await headersOf("admin");
    const answer = await portal.app.inject({ url: `/api${getTrends.path}`, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    const [present] = getTrends.answer.parse(answer.json()).months.slice(-1);
    expect(present?.members).toBe((await read()).members);
  });

  test("lose a member whose account is deleted, and who joined with it, and keep the money", async () => {
    const buyer = await createBuyer(portal);
    await buy(portal, buyer, [monthly], goodCard);
    const before = await read();
    await portal.portal.database.execute(sql`delete from users where id = ${buyer.id}`);
    expect(await read()).toMatchObject({
      members: before.members - 1,
      joined: before.joined - 1,
      left: before.left,
      revenue: before.revenue,
    });
  });

  test("lose a granted membership at its end, before any job has noticed", async () => {
    const { id } = await createBuyer(portal);
    const end = new Date(portal.portal.now().getTime() + dayMs);
    const { members, left } = await read();
    await grantMembership(portal.portal, portal.portal.database, id, end);
    expect(await read()).toMatchObject({ members: members + 1 });
    portal.advance(dayMs + 1);
    expect(await read()).toMatchObject({ members, left });
    await renewDue(portal);
    expect(await read()).toMatchObject({ members, left: left + 1 });
  });

  test("count messages until they are answered", async () => {
    const { database } = portal.portal;
    const { unanswered } = await read();
    const payload = { name: "Kim", email: "kim@example.com", subject: "Hi", message: "Where?" };
    const sent = await portal.app.inject({ method: "POST", url: "/api/contact", payload });
    expect(sent.statusCode, sent.body).toBeLessThan(300);
    expect((await read()).unanswered).toBe(unanswered + 1);
    const answeredAt = portal.portal.now();
    await database.update(contactMessages).set({ answeredAt });
    expect((await read()).unanswered).toBe(0);
    await database.delete(contactMessages).where(eq(contactMessages.name, "Kim"));
    expect((await read()).unanswered).toBe(0);
  });

  test("count jobs once they are ten minutes late", async () => {
    const { jobs, database } = portal.portal;
    await database.execute(sql`delete from pgboss.job`);
    jobs.handle(stuckJob, async () => {});
    await jobs.prepare(portal.app.log);
    await database.transaction((tx) => jobs.enqueue(tx, stuckJob, {}));
    expect((await read()).stuckJobs).toEqual({ count: 0, kinds: [] });
    await database.execute(
      sql`update pgboss.job set start_after = start_after - interval '11 minutes' where name = ${stuckJob.name}`,
    );
    expect((await read()).stuckJobs).toMatchObject({
      count: 1,
      kinds: [{ name: stuckJob.name, count: 1, failed: 0 }],
    });
    await database.execute(sql`delete from pgboss.job`);
  });

  test("count jobs that were given up until an admin tries them again or dismisses them", async () => {
    const { jobs, database } = portal.portal;
    await database.execute(sql`delete from pgboss.job`);
    let isDown = true;
    let runs = 0;
    jobs.handle(givenUpJob, async () => {
      runs += 1;
      if (isDown) throw new Error("down");
    });
    await jobs.prepare(portal.app.log);
    const fail = async () => {
      await database.transaction((tx) => jobs.enqueue(tx, givenUpJob, {}));
      await jobs.runDue();
    };
    const clear = async (how: string, as: "admin" | "member" = "admin") => {
      const headers = await headersOf(as);
      const url = `/api/failed-jobs/${givenUpJob.name}/${how}`;
      const answer = await portal.app.inject({ method: "POST", url, headers });
      return answer.statusCode === 200 ? answer.json().count : answer.statusCode;
    };
    await fail();
    await fail();
    const { stuckJobs } = await read();
    expect(stuckJobs).toMatchObject({ count: 2, kinds: [{ name: givenUpJob.name, failed: 2 }] });
    expect(stuckJobs.kinds[0]?.since).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await clear("retry", "member")).toBe(403);
    expect(await clear("forget")).toBe(404);
    isDown = false;
    expect(await clear("retry")).toBe(2);
    expect(await clear("retry")).toBe(0);
    await jobs.runDue();
    expect(runs).toBe(4);
    expect((await read()).stuckJobs).toEqual({ count: 0, kinds: [] });
    isDown = true;
    await fail();
    expect(await clear("dismiss")).toBe(1);
    expect((await read()).stuckJobs).toEqual({ count: 0, kinds: [] });
    const acts = await database.select().from(auditEntries);
    expect(acts.map(({ act, details }) => [act, details])).toEqual(
      expect.arrayContaining([
        ["failed-jobs-retried", { job: givenUpJob.name, count: 2 }],
        ["failed-jobs-dismissed", { job: givenUpJob.name, count: 1 }],
      ]),
    );
  });

  test("contain the flags as admins see them", async () => {
    await setFlag(portal.portal, "maintenance-mode", true);
    const { flags } = await read();
    expect(flags.items.map(({ key, on }) => [key, on])).toEqual([
      ["maintenance-mode", true],
      ["registration-disabled", false],
      ["login-disabled", false],
    ]);
    await setFlag(portal.portal, "maintenance-mode", false);
  });

  test("name every kind of job that was given up, before those with more jobs that are late", async () => {
    const { database } = portal.portal;
    await database.execute(sql`insert into pgboss.job (name, state, completed_on, start_after)
      select 'portal.purge', 'failed'::pgboss.job_state, pgboss.job_now(), now()
      union all select 'accounts.mail-notice', 'failed', now(), now()
      union all select name, 'created', null, pgboss.job_now() - interval '1 hour'
      from unnest(array['contact.mail-answer', 'contact.mail-message', 'billing.remind', 'billing.refund', 'billing.collect', 'board-test.stuck']) as name,
        generate_series(1, 3)`);
    const { kinds, count } = (await read()).stuckJobs;
    expect(count).toBe(20);
    expect(kinds.map(({ name }) => name).slice(0, 2)).toEqual([
      "accounts.mail-notice",
      "portal.purge",
    ]);
    expect(kinds).toHaveLength(5);
    await database.execute(sql`update pgboss.job set state = 'failed'`);
    expect((await read()).stuckJobs.kinds).toHaveLength(8);
    await database.execute(sql`delete from pgboss.job`);
  });

  test.each([
    ["no key", null, null, "portal", "portal", 200],
    ["the client-side ID", "id", null, "portal", "launchdarkly", 200],
    ["the SDK key", null, launchDarkly, "launchdarkly", "portal", 409],
    ["both keys", "id", launchDarkly, "launchdarkly", "launchdarkly", 409],
  ] as const)(
    "name who decides about the flags with %s of LaunchDarkly, as the API does",
    async (_, launchDarklyClientId, settings, decidedBy, pagesFollow, status) => {
      const { config } = portal.portal;
      Object.assign(config, { launchDarklyClientId, launchDarkly: settings });
      expect((await read()).flags).toMatchObject({ decidedBy, pagesFollow });
      const changed = await portal.app.inject({
        method: "PUT",
        url: "/api/feature-flags/maintenance-mode",
        headers: await headersOf("admin"),
        payload: { on: false },
      });
      expect(changed.statusCode).toBe(status);
      Object.assign(config, { launchDarklyClientId: null, launchDarkly: null });
    },
  );
});

describe("what members read", () => {
  const place = (slug: string, hash: string) => ({
    type: "place",
    kind: "articles",
    slug,
    at: portal.portal.now().toISOString(),
    isKept: true,
    place: { position: 1, length: 10, hash },
  });
  const readOn = async (slug: string, as: "member" | "admin", hash = "h") => {
    const sentAt = portal.portal.now().toISOString();
    const answer = await portal.app.inject({
      method: "PUT",
      url: "/api/shelf",
      headers: await headersOf(as),
      payload: { sentAt, changes: [place(slug, hash)] },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  test("each counts once, for a week from the last time, with the title in the admin's language", async () => {
    expect((await read()).mostRead).toEqual([]);
    await readOn("weave-entries", "member");
    await readOn("weave-entries", "member", "far");
    await readOn("weave-entries", "admin");
    const [most] = (await read()).mostRead;
    expect(most).toMatchObject({ kind: "articles", slug: "weave-entries", readings: 2 });
    expect((await read("pl")).mostRead[0]?.title).not.toBe(most?.title);
    portal.advance(dayMs);
    await readOn("weave-entries", "member", "end");
    expect((await read()).mostRead[0]?.readings).toBe(2);
    portal.advance(6 * dayMs);
    expect((await read()).mostRead[0]?.readings).toBe(1);
    portal.advance(dayMs);
    expect((await read()).mostRead).toEqual([]);
  });
});
