import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { dateIn } from "#shared/formats.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { startOf } from "#api/infra/written-time.ts";
import { call, claimedUser, goodPassword, logIn } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { creditNotes } from "#api/modules/billing/schema.ts";

/*
 * A portal with an admin who looks after its members, for one file of tests.
 */

export const adminEmail = "owner@example.com";
export let portal: TestPortal;
/** Logged in anew for each test, since the clock may be moved. */
export const admin = { id: "", token: "" };

export async function logInAdmin(): Promise<void> {
  admin.token = (await logIn(portal, adminEmail)).body.token;
}

/** Opens the portal before the tests of a file, and closes it after them. */
export function useAdminPortal(): void {
  beforeAll(async () => {
    portal = await createBillingPortal({ demo: false });
    admin.id = await claimedUser(portal, adminEmail);
    await portal.portal.database
      .update(users)
      .set({ roles: ["ROLE_USER", "ROLE_ADMIN"] })
      .where(eq(users.id, admin.id));
  });
  beforeEach(logInAdmin);
  afterAll(() => portal.close());
}

type Options = { body?: unknown; key?: string; token?: string };
export const act = (
  path: string,
  { body = {}, key = randomUUID(), token = admin.token }: Options = {},
) => call(portal, "POST", path, { token, body, headers: { "idempotency-key": key } });
/** What an admin confirms an act with. */
export const secret = { password: goodPassword };
export const get = (path: string) => call(portal, "GET", path, { token: admin.token });
export const memberOf = async ({ id }: { id: string }) => (await get(`/members/${id}`)).body;
export const undo = (id: string, token = admin.token) =>
  call(portal, "POST", `/member-acts/${id}/undo`, { token });
export const actsOn = async ({ id }: { id: string }) => {
  const rows = await portal.portal.database
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id));
  return rows.filter(({ actorId }) => actorId === admin.id).map((row) => row.act);
};
export const found = async (query: string) =>
  (await get(`/members?${query}`)).body.items.map((item: { id: string }) => item.id);
/** Returns the day (YYYY-MM-DD) in some days, in the brand's time zone. */
export const dayIn = (days: number) =>
  dateIn(new Date(portal.portal.now().getTime() + days * dayMs), portal.portal.brand.timeZone);
/** Returns when such a day ends. */
export const endOf = (date: string) => startOf(date, portal.portal.brand.timeZone, 1).toISOString();
export const notesOf = (invoiceId: string) =>
  portal.portal.database.select().from(creditNotes).where(eq(creditNotes.invoiceId, invoiceId));
