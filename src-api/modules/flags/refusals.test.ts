import { expect, test } from "vitest";
import { flagKeys } from "#shared/flags.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  register,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { setFlag } from "./flag-store.ts";

const portal = await forFile(createTestPortal());
await claimedUser(portal, "ada@example.com");

const disabled = {
  status: 403,
  body: {
    code: "feature-disabled",
    message: "Feature is disabled. Please contact our support.",
  },
};

test("Login is refused while disabled; sessions and registration still work", async () => {
  const { token } = (await logIn(portal, "ada@example.com")).body;
  await setFlag(portal.portal, flagKeys.loginDisabled, true);
  expect(await logIn(portal, "ada@example.com")).toMatchObject(disabled);
  expect(await logIn(portal, "ada@example.com", "not the password")).toMatchObject(disabled);
  expect((await call(portal, "GET", "/me", { token })).status).toBe(200);
  expect((await register(portal, "while-login@example.com")).status).toBe(202);
  await setFlag(portal.portal, flagKeys.loginDisabled, false);
  expect((await logIn(portal, "ada@example.com")).status).toBe(200);
});

test("A password reset does not log in while login is disabled", async () => {
  await setFlag(portal.portal, flagKeys.loginDisabled, true);
  await call(portal, "POST", "/forgot-password", { body: { email: "ada@example.com" } });
  const reset = await call(
    portal,
    "POST",
    `/reset-password/${linkToken(lastMail(portal, "ada@example.com"))}`,
    { body: { password: goodPassword } },
  );
  expect([reset.status, reset.text]).toEqual([204, ""]);
  expect(await logIn(portal, "ada@example.com")).toMatchObject(disabled);
  await setFlag(portal.portal, flagKeys.loginDisabled, false);
});

test("Refused attempts do not count towards the limits", async () => {
  await setFlag(portal.portal, flagKeys.loginDisabled, true);
  for (let tries = 0; tries < 12; tries++) await logIn(portal, "ada@example.com");
  await setFlag(portal.portal, flagKeys.loginDisabled, false);
  expect((await logIn(portal, "ada@example.com")).status).toBe(200);
});

test("Maintenance mode blocks neither login nor registration", async () => {
  await setFlag(portal.portal, flagKeys.maintenanceMode, true);
  expect((await logIn(portal, "ada@example.com")).status).toBe(200);
  expect((await register(portal, "maintained@example.com")).status).toBe(202);
});
