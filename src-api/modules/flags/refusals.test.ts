import { afterAll, beforeAll, expect, test } from "vitest";
import { flagKeys } from "#shared/flags.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  register,
} from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { setFlag } from "./flag-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await claimedUser(portal, "ada@example.com");
});
afterAll(() => portal.close());

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

test("Registration is refused while disabled, in either language; login still works", async () => {
  await setFlag(portal.portal, flagKeys.registrationDisabled, true);
  expect(await register(portal, "ben@example.com")).toMatchObject(disabled);
  const polish = await register(portal, "ben@example.com", {
    headers: { "accept-language": "pl" },
  });
  expect(polish.body.message).toBe("Ta funkcja jest wyłączona. Skontaktuj się z nami.");
  expect(portal.mails.some(({ to }) => to === "ben@example.com")).toBe(false);
  expect((await logIn(portal, "ada@example.com")).status).toBe(200);
  await setFlag(portal.portal, flagKeys.registrationDisabled, false);
  expect((await register(portal, "ben@example.com")).status).toBe(202);
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
