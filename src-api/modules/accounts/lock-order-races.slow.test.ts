import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { eq, inArray, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { call, claimedUser, goodPassword, logIn } from "#api/testing/account-requests.ts";
import { createContentPortal, type ContentPortal } from "#api/testing/content-portal.ts";
import { beginTraining, wednesday } from "#api/testing/training-requests.ts";
import { dogs } from "#api/modules/dogs/schema.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { users } from "./schema.ts";

type Answer = { status: number };

// Only PostgreSQL has two transactions at once.
describe.skipIf(inject("databaseUrl") === null)("requests that need the same rows", () => {
  let portal: ContentPortal;
  beforeAll(async () => {
    portal = await createContentPortal();
  });
  afterAll(() => portal.close());

  const waiting = async (): Promise<number> => {
    const { rows } = (await portal.portal.database.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )) as { rows: unknown[] }; // the driver's result
    return rows.length;
  };

  /**
   * Sends requests one after the other while `lock` holds what they need, each once the one before waits for a
   * lock, then lets them all go on. Returns their statuses.
   */
  async function race(
    lock: (tx: Database) => Promise<unknown>,
    requests: readonly (() => Promise<Answer>)[],
  ): Promise<number[]> {
    const answers: Promise<Answer>[] = [];
    await portal.portal.database.transaction(async (tx) => {
      await lock(tx);
      for (const request of requests) {
        answers.push(request());
        const isWaiting = async () => expect(await waiting()).toBe(answers.length);
        await vi.waitFor(isWaiting, { interval: 50 });
      }
    });
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  async function member(email: string) {
    const id = await claimedUser(portal, email);
    await grantMembership(portal.portal, portal.portal.database, id, null);
    const { token } = (await logIn(portal, email)).body;
    const send = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
      call(portal, method, path, { token, ...(body && { body }) });
    const noDates = { bornOn: null, discipline: null, weightKg: null, weighedOn: null };
    const dog = { name: "Rex", ...noDates, heightCm: null, measuredOn: null };
    const dogId: string = (await send("POST", "/dogs", dog)).body.id;
    const lockDog = (tx: Database) =>
      tx.select().from(dogs).where(eq(dogs.id, dogId)).for("update");
    const start = { ...beginTraining, today: wednesday, dogId };
    return { send, dogId, lockDog, start };
  }

  test("the start of a protocol with a dog, and the deletion of the account", async () => {
    const { send, lockDog, start } = await member("starts@example.com");
    const requests = [
      () => send("POST", "/training", start),
      () => send("POST", "/me/deletion", { password: goodPassword }),
    ];
    expect(await race(lockDog, requests)).toEqual([201, 204]);
  });

  test("the deletion of a dog, and a plan that it is set for", async () => {
    const { send, dogId, lockDog, start } = await member("sets@example.com");
    const { body: plan } = await send("POST", "/training", start);
    const requests = [
      () => send("DELETE", `/dogs/${dogId}`),
      () => send("PUT", `/training/${plan.id}/dog`, { dogId, today: wednesday }),
    ];
    expect(await race(lockDog, requests)).toEqual([204, 404]);
  });

  test.each([
    ["grant", { until: null }],
    ["sessions/end", { password: goodPassword }],
  ])("two admins who act on each other: %s", async (name, body) => {
    const emails = [`one-${name.length}@example.com`, `two-${name.length}@example.com`] as const;
    const ids = [
      await claimedUser(portal, emails[0]),
      await claimedUser(portal, emails[1]),
    ] as const;
    for (const id of ids) {
      await portal.portal.database
        .update(users)
        .set({ roles: ["ROLE_USER", "ROLE_ADMIN"] })
        .where(eq(users.id, id));
    }
    const tokens = await Promise.all(
      emails.map(async (email): Promise<string> => (await logIn(portal, email)).body.token),
    );
    const actOn = (target: string, token = "") => {
      const headers = { "idempotency-key": randomUUID() };
      return () => call(portal, "POST", `/members/${target}/${name}`, { token, body, headers });
    };
    const requests = [actOn(ids[1], tokens[0]), actOn(ids[0], tokens[1])];
    const lockBoth = (tx: Database) =>
      tx.select().from(users).where(inArray(users.id, ids)).orderBy(users.id).for("update");
    const statuses = await race(lockBoth, requests);
    // Whose sessions were ended first cannot end those of the other admin any more.
    expect(statuses.toSorted((a, b) => a - b)).toEqual(name === "grant" ? [200, 200] : [200, 401]);
  });
});
