import { afterAll, beforeAll, expect, test } from "vitest";
import { flagKeys } from "../../../src-shared/flags.ts";
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

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
  await claimedUser(it, "ada@example.com");
});
afterAll(() => it.close());

const disabled = {
  status: 403,
  body: {
    code: "feature-disabled",
    message: "Feature is disabled. Please contact our support.",
  },
};

test("Nobody logs in while that is disabled; sessions go on, and so does registering", async () => {
  const { token } = (await logIn(it, "ada@example.com")).body;
  await setFlag(it.portal, flagKeys.loginDisabled, true);
  expect(await logIn(it, "ada@example.com")).toMatchObject(disabled);
  expect(await logIn(it, "ada@example.com", "not the password")).toMatchObject(disabled);
  expect((await call(it, "GET", "/me", { token })).status).toBe(200);
  expect((await register(it, "while-login@example.com")).status).toBe(202);
  await setFlag(it.portal, flagKeys.loginDisabled, false);
  expect((await logIn(it, "ada@example.com")).status).toBe(200);
});

test("A new password by mail does not get anybody round a disabled login", async () => {
  await setFlag(it.portal, flagKeys.loginDisabled, true);
  await call(it, "POST", "/forgot-password", { body: { email: "ada@example.com" } });
  const reset = await call(
    it,
    "POST",
    `/reset-password/${linkToken(lastMail(it, "ada@example.com"))}`,
    { body: { password: goodPassword } },
  );
  expect([reset.status, reset.text]).toEqual([204, ""]);
  expect(await logIn(it, "ada@example.com")).toMatchObject(disabled);
  await setFlag(it.portal, flagKeys.loginDisabled, false);
});

test("Nobody registers while that is disabled, in either language; login goes on", async () => {
  await setFlag(it.portal, flagKeys.registrationDisabled, true);
  expect(await register(it, "ben@example.com")).toMatchObject(disabled);
  const polish = await register(it, "ben@example.com", { headers: { "accept-language": "pl" } });
  expect(polish.body.message).toBe("Ta funkcja jest wyłączona. Skontaktuj się z nami.");
  expect(it.mails.some(({ to }) => to === "ben@example.com")).toBe(false);
  expect((await logIn(it, "ada@example.com")).status).toBe(200);
  await setFlag(it.portal, flagKeys.registrationDisabled, false);
  expect((await register(it, "ben@example.com")).status).toBe(202);
});

test("Refused tries are not counted: who comes back afterwards is let in", async () => {
  await setFlag(it.portal, flagKeys.loginDisabled, true);
  for (let tries = 0; tries < 12; tries++) await logIn(it, "ada@example.com");
  await setFlag(it.portal, flagKeys.loginDisabled, false);
  expect((await logIn(it, "ada@example.com")).status).toBe(200);
});

test("Maintenance blocks neither", async () => {
  await setFlag(it.portal, flagKeys.maintenanceMode, true);
  expect((await logIn(it, "ada@example.com")).status).toBe(200);
  expect((await register(it, "maintained@example.com")).status).toBe(202);
});
