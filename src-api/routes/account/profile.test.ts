import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, claimedUser, goodPassword, lastMail } from "../../testing/account-requests.ts";
import { linkToken, logIn, registerUser } from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

async function signedIn(email: string): Promise<string> {
  await claimedUser(it, email);
  return (await logIn(it, email)).body.token;
}
const me = (token: string) => call(it, "GET", "/me", { token });
const newPassword = "five yellow weave poles";

describe("the profile", () => {
  test("takes name and language, and nothing else", async () => {
    const token = await signedIn("name@example.com");
    const body = { name: " Grace ", language: "pl", roles: ["ROLE_ADMIN"], email: "x@example.com" };
    const changed = await call(it, "PUT", "/me", { token, body });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "Grace", roles: ["ROLE_USER"], email: "name@example.com" },
    });
    expect((await me(token)).body).toEqual(changed.body);
    await call(it, "POST", "/forgot-password", { body: { email: "name@example.com" } });
    expect(lastMail(it, "name@example.com").subject).toBe("Ustaw nowe hasło");
  });

  test("mails follow the language that the portal is used in", async () => {
    const { token } = await registerUser(it, "switch@example.com", { language: "en" });
    await call(it, "GET", "/me", { token, headers: { "accept-language": "pl" } });
    await call(it, "POST", "/me/verification", { token });
    expect(it.mails.at(-1)).toMatchObject({ to: "switch@example.com", language: "pl" });
  });

  test("keeps its language when only the name changes", async () => {
    const token = (await registerUser(it, "stay@example.com", { language: "pl" })).token;
    await call(it, "PUT", "/me", { token, body: { name: "Maria" } });
    await call(it, "POST", "/me/verification", { token });
    expect(lastMail(it, "stay@example.com").subject).toBe("Potwierdź swój adres e-mail");
  });
});

describe("changing the password", () => {
  const change = (token: string, body: Record<string, string>) =>
    call(it, "PUT", "/me/password", { token, body });

  test("ends the other sessions and the old password, and tells the owner", async () => {
    const token = await signedIn("change@example.com");
    const other = (await logIn(it, "change@example.com")).body.token;
    expect((await change(token, { currentPassword: goodPassword, newPassword })).status).toBe(204);
    expect((await me(token)).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await logIn(it, "change@example.com")).status).toBe(401);
    expect((await logIn(it, "change@example.com", newPassword)).status).toBe(200);
    expect(lastMail(it, "change@example.com").subject).toBe("Your password was changed");
  });

  test("with a wrong current password is a rejected form, not the end of the session", async () => {
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
    expect((await logIn(it, "typo@example.com")).status).toBe(200);
  });

  test("refuses a common password at its field", async () => {
    const token = await signedIn("common@example.com");
    const answer = await change(token, { currentPassword: goodPassword, newPassword: "Football1" });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual(["newPassword"]);
  });

  test("makes reset links worthless that were mailed before", async () => {
    const token = await signedIn("stale@example.com");
    await call(it, "POST", "/forgot-password", { body: { email: "stale@example.com" } });
    const link = linkToken(lastMail(it, "stale@example.com"));
    await change(token, { currentPassword: goodPassword, newPassword });
    const answer = await call(it, "GET", `/reset-password/${link}`);
    expect(answer).toMatchObject({ status: 404, body: { code: "token-invalid" } });
  });

  test("cannot be guessed at with a stolen session", async () => {
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

describe("changing the e-mail address", () => {
  const change = (token: string, email: string, password = goodPassword) =>
    call(it, "PUT", "/me/email", { token, body: { email, password } });
  const verify = (email: string) =>
    call(it, "POST", `/verify-email/${linkToken(lastMail(it, email))}`);

  test("counts once the new address has proven itself, and tells the old one", async () => {
    const token = await signedIn("from@example.com");
    const answer = await change(token, "to@example.com");
    expect(answer).toMatchObject({
      status: 202,
      body: { email: "from@example.com", emailVerified: true },
    });
    expect((await verify("to@example.com")).body).toEqual({ email: "to@example.com" });
    expect((await me(token)).body).toMatchObject({ email: "to@example.com", emailVerified: true });
    expect((await logIn(it, "to@example.com")).status).toBe(200);
    expect((await logIn(it, "from@example.com")).status).toBe(401);
    expect(lastMail(it, "from@example.com").subject).toBe("Your e-mail address was changed");
  });

  test("answers alike for an address that is taken, whose owner alone learns of it", async () => {
    await claimedUser(it, "taken@example.com");
    const token = await signedIn("asker@example.com");
    const free = await change(token, "free@example.com");
    const taken = await change(token, "taken@example.com");
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const mail = lastMail(it, "taken@example.com");
    expect(mail.subject).toBe("This address already has an account");
    expect(mail.action).toBeUndefined();
  });

  test("needs the current password", async () => {
    const token = await signedIn("guarded@example.com");
    const answer = await change(token, "thief@example.com", "wrong");
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "wrong-password", fields: { password: expect.any(String) } },
    });
    expect(it.mails.some(({ to }) => to === "thief@example.com")).toBe(false);
  });

  test("mends a mistyped address before it is proven, and the old link dies", async () => {
    const { token } = await registerUser(it, "mistpyed@example.com");
    const answer = await change(token, "mistyped@example.com");
    expect(answer.body).toMatchObject({ email: "mistyped@example.com", emailVerified: false });
    expect((await verify("mistpyed@example.com")).status).toBe(404);
    expect((await verify("mistyped@example.com")).status).toBe(200);
    expect((await me(token)).body.emailVerified).toBe(true);
  });

  test("back to the own address withdraws a change", async () => {
    const token = await signedIn("undecided@example.com");
    await change(token, "maybe@example.com");
    const before = it.mails.length;
    expect((await change(token, "undecided@example.com")).status).toBe(202);
    expect(it.mails).toHaveLength(before);
    expect((await verify("maybe@example.com")).status).toBe(404);
    expect((await me(token)).body.email).toBe("undecided@example.com");
  });

  test("ends reset links that lie in the old mailbox", async () => {
    const token = await signedIn("oldbox@example.com");
    await call(it, "POST", "/forgot-password", { body: { email: "oldbox@example.com" } });
    const link = linkToken(lastMail(it, "oldbox@example.com"));
    await change(token, "newbox@example.com");
    await verify("newbox@example.com");
    expect((await call(it, "GET", `/reset-password/${link}`)).status).toBe(404);
  });
});

describe("asking for the verification mail again", () => {
  test("mails another link; nothing once the address is proven", async () => {
    const { token } = await registerUser(it, "again@example.com");
    expect((await call(it, "POST", "/me/verification", { token })).status).toBe(202);
    const mails = it.mails.filter(({ to }) => to === "again@example.com");
    expect(new Set(mails.map(linkToken)).size).toBe(2);
    expect((await call(it, "POST", `/verify-email/${linkToken(mails[0]!)}`)).status).toBe(200);
    expect((await call(it, "POST", "/me/verification", { token })).status).toBe(202);
    expect(it.mails.filter(({ to }) => to === "again@example.com")).toHaveLength(2);
  });

  test("is stopped after five", async () => {
    const { token } = await registerUser(it, "impatient@example.com");
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await call(it, "POST", "/me/verification", { token })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
