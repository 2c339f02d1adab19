import { describe, expect, test } from "vitest";
import {
  call,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  newPassword,
  registerAndProve,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const signedIn = async (email: string) => (await signedInUser(portal, email)).token;
const me = (token: string) => call(portal, "GET", "/me", { token });

describe("the profile", () => {
  test("accepts name and language only", async () => {
    const token = await signedIn("name@example.com");
    const body = { name: " Grace ", language: "pl", roles: ["ROLE_ADMIN"], email: "x@example.com" };
    const changed = await call(portal, "PUT", "/me", { token, body });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "Grace", roles: ["ROLE_USER"], email: "name@example.com" },
    });
    expect((await me(token)).body).toEqual(changed.body);
    await call(portal, "POST", "/forgot-password", { body: { email: "name@example.com" } });
    expect(lastMail(portal, "name@example.com").subject).toBe("Ustaw nowe hasło");
  });

  test("mails have the language that was chosen, whatever other devices ask for", async () => {
    const email = "switch@example.com";
    const token = await signedIn(email);
    const mailLanguage = async () => {
      await call(portal, "POST", "/forgot-password", { body: { email } });
      return lastMail(portal, email).language;
    };
    await call(portal, "GET", "/me", { token, headers: { "accept-language": "pl" } });
    expect(await mailLanguage()).toBe("en");
    const body = { language: "pl" };
    expect((await call(portal, "PUT", "/me/language", { token, body })).status).toBe(204);
    await call(portal, "GET", "/me", { token, headers: { "accept-language": "en" } });
    expect(await mailLanguage()).toBe("pl");
  });

  test("keeps the language when only the name is changed", async () => {
    const { token } = await registerAndProve(portal, "stay@example.com", { language: "pl" });
    await call(portal, "PUT", "/me", { token, body: { name: "Maria" } });
    await call(portal, "POST", "/forgot-password", { body: { email: "stay@example.com" } });
    expect(lastMail(portal, "stay@example.com").subject).toBe("Ustaw nowe hasło");
  });
});

describe("changing the password", () => {
  const change = (token: string, body: Record<string, string>) =>
    call(portal, "PUT", "/me/password", { token, body });

  test("ends the other sessions and notifies the owner", async () => {
    const token = await signedIn("change@example.com");
    const other = (await logIn(portal, "change@example.com")).body.token;
    expect((await change(token, { currentPassword: goodPassword, newPassword })).status).toBe(200);
    expect((await me(token)).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await logIn(portal, "change@example.com")).status).toBe(401);
    expect((await logIn(portal, "change@example.com", newPassword)).status).toBe(200);
    expect(lastMail(portal, "change@example.com").subject).toBe("Your password was changed");
  });

  test("with a wrong current password is a form error and does not end the session", async () => {
    const token = await signedIn("typo@example.com");
    const answer = await change(token, { currentPassword: "wrong", newPassword });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: "wrong-password",
        fields: { currentPassword: "That is not your current password." },
      },
    });
    expect((await me(token)).status).toBe(200);
    expect((await logIn(portal, "typo@example.com")).status).toBe(200);
  });

  test("refuses a common password with an error for the form field", async () => {
    const token = await signedIn("common@example.com");
    const answer = await change(token, { currentPassword: goodPassword, newPassword: "Football1" });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual(["newPassword"]);
  });

  test("invalidates reset links that were mailed before", async () => {
    const token = await signedIn("stale@example.com");
    await call(portal, "POST", "/forgot-password", { body: { email: "stale@example.com" } });
    const link = linkToken(lastMail(portal, "stale@example.com"));
    await change(token, { currentPassword: goodPassword, newPassword });
    const answer = await call(portal, "GET", `/reset-password/${link}`);
    expect(answer).toMatchObject({ status: 404, body: { code: "token-invalid" } });
  });

  test("is throttled, so that a stolen session cannot guess the password", async () => {
    const token = await signedIn("stolen@example.com");
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push(
        (await change(token, { currentPassword: `guess ${guess}`, newPassword })).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });
});
