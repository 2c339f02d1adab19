import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { call, claimedUser, logIn } from "#api/testing/account-requests.ts";
import { createBuyer } from "#api/testing/billing-requests.ts";
import { createMember } from "#api/testing/members.ts";
import {
  act,
  actsOn,
  admin,
  portal,
  dayIn,
  endOf,
  logInAdmin,
  memberOf,
  secret,
  undo,
  useAdminPortal,
} from "./testing/admin-portal.ts";

useAdminPortal();

let other = "";
beforeEach(async () => {
  const email = `colleague-${Math.random()}@example.com`;
  await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
  other = (await logIn(portal, email)).body.token;
});

type Listed = { id: string; act: string };
const listed = async (member: { id: string }): Promise<Listed[]> =>
  (await memberOf(member)).undoable;

describe("what can be undone", () => {
  test("is listed on the member's page, with who did it, when and what, until it is undone", async () => {
    const member = await createMember(portal);
    expect(await listed(member)).toEqual([]);
    const { body } = await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    const { endsAt } = (await memberOf(member)).membership;
    const at = portal.portal.now();
    expect(await listed(member)).toEqual([
      {
        id: body.id,
        act: "extend",
        by: "Ada",
        at: at.toISOString(),
        until: new Date(at.getTime() + dayMs).toISOString(),
        endsAt,
        note: null,
      },
    ]);
    expect((await undo(body.id, other)).status).toBe(204);
    expect(await listed(member)).toEqual([]);
  });

  test("stays, and says who did it, when the account of that admin is deleted", async () => {
    const member = await createMember(portal);
    const email = `leaver-${Math.random()}@example.com`;
    const leaver = await claimedUser(portal, email, { roles: ["ROLE_ADMIN"], name: "Grace" });
    const { token } = (await logIn(portal, email)).body;
    const { body } = await act(`/members/${member.id}/extend`, { body: { days: 10 }, token });
    await call(portal, "POST", "/me/deletion", { token, body: secret });
    const confirmed = await act(`/members/${leaver}/deletion`, { body: secret });
    expect(confirmed.status).toBe(204);
    expect(await listed(member)).toMatchObject([{ id: body.id, by: "Grace" }]);
    expect((await undo(body.id)).status).toBe(204);
  });

  test("has notes that were deleted, with their text, and ends at the end of the period", async () => {
    const member = await createMember(portal);
    await act(`/members/${member.id}/notes`, { body: { text: "Called twice" } });
    const [{ id }] = (await memberOf(member)).notes;
    portal.advance(1000);
    await call(portal, "DELETE", `/members/${member.id}/notes/${id}`, {
      token: admin.token,
      headers: { "idempotency-key": "delete-it-once-please" },
    });
    portal.advance(1000);
    await act(`/members/${member.id}/end`, { body: { when: "period-end", refund: 0, ...secret } });
    const found = await listed(member);
    expect(found).toMatchObject([{ act: "end" }, { act: "delete-note", note: "Called twice" }]);
    for (const one of found) expect((await undo(one.id)).status).toBe(204);
    expect((await memberOf(member)).notes).toMatchObject([{ id }]);
    expect((await memberOf(member)).membership.status).toBe("active");
    expect(await listed(member)).toEqual([]);
  });

  test("is not what has been changed since, nor what is a day old", async () => {
    const user = await createBuyer(portal);
    const grant = (until: string | null) => act(`/members/${user.id}/grant`, { body: { until } });
    await grant(dayIn(10));
    portal.advance(1000);
    const { body: second } = await grant(dayIn(20));
    expect(await listed(user)).toMatchObject([{ id: second.id, endsAt: endOf(dayIn(20)) }]);
    portal.advance(dayMs - 1000);
    await logInAdmin();
    expect(await listed(user)).toHaveLength(1);
    portal.advance(1000);
    expect(await listed(user)).toEqual([]);
  });
});

test("An act is undone again by the admin who lost the response, and by no other one", async () => {
  const user = await createBuyer(portal);
  const { body } = await act(`/members/${user.id}/grant`, { body: { until: null } });
  const answers = await Promise.all([undo(body.id), undo(body.id)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect((await undo(body.id, other)).body.code).toBe("conflict");
  expect(await actsOn(user)).toEqual(["membership-granted", "member-act-undone"]);
  expect((await memberOf(user)).membership.status).toBe("ended");
});
