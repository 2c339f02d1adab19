import { expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { call, claimedUser } from "#api/testing/account-requests.ts";
import { act, admin, portal, secret, useAdminPortal } from "./testing/admin-portal.ts";

useAdminPortal();

test("An admin acts three hundred times an hour at most, whichever acts these are", async () => {
  const id = await claimedUser(portal, "member@example.com");
  const grant = () => act(`/members/${id}/grant`, { body: { until: null } });
  const attempts = [
    grant,
    () => act(`/members/${id}/sessions/end`, { body: secret }),
    () => act(`/members/${id}/notes`, { body: { text: "Called." } }),
    () => act(`/member-acts/${crypto.randomUUID()}/undo`),
    () => act(`/members/${id}/deletion`, { body: secret }),
    () => act(`/contact/${crypto.randomUUID()}/closing`),
  ];
  for (const attempt of attempts) expect((await attempt()).status).not.toBe(429);
  for (let i = attempts.length; i < 300; i += 1) {
    await throttle(portal.portal, "member-act", "192.0.2.1", admin.id);
  }
  for (const attempt of attempts) expect((await attempt()).status).toBe(429);
  expect((await call(portal, "GET", `/members/${id}`, { token: admin.token })).status).toBe(200);
  portal.advance(hourMs);
  expect((await grant()).status).toBe(200);
});
