import { describe, expect, test, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { emailChanges } from "./schema.ts";
import { hashCode } from "./mailed-proofs.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
  otherCode,
  signedInUser,
  unprovenUser,
} from "#api/testing/account-requests.ts";
import { accountDelay, throttle } from "#api/infra/throttle/throttle.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const changeOver = { status: 404, body: { code: "change-over" } };
const codeWrong = { status: 422, body: { code: "code-wrong" } };

const signedIn = async (email: string) => (await signedInUser(portal, email)).token;
const ask = (token: string, email: string, password = goodPassword) =>
  call(portal, "PUT", "/me/email", { token, body: { email, password } });
const enter = (token: string, code: string, ip?: string) =>
  call(portal, "POST", "/me/email/code", { token, body: { code }, ...(ip && { ip }) });
const resend = (token: string) => call(portal, "POST", "/me/email/resend", { token });
const waiting = async (token: string) =>
  (await call(portal, "GET", "/me/email", { token })).body.change;
const emailOf = async (token: string) => (await call(portal, "GET", "/me", { token })).body.email;

/** Requests a change and returns the session's token and the mailed code. */
async function askedChange(from: string, to: string) {
  const token = await signedIn(from);
  await ask(token, to);
  return { token, code: mailedCode(lastMail(portal, to)) };
}

test("Failed logins with the new address do not lock the owner out of the network that confirmed the change", async () => {
  const { token, code } = await askedChange("mover@example.com", "moved@example.com");
  for (let i = 0; i < accountDelay.free; i++) {
    await throttle(portal.portal, "login", `100.91.${i}.1`, "moved@example.com");
  }
  await enter(token, code, "198.51.100.30");
  const logInFrom = async (ip: string) =>
    (await logIn(portal, "moved@example.com", goodPassword, ip)).status;
  expect(await logInFrom("198.51.101.30")).toBe(429);
  expect(await logInFrom("198.51.100.30")).toBe(200);
});

describe("changing the address", () => {
  test("takes effect when the code is entered, and notifies the former address before and after", async () => {
    const token = await signedIn("from@example.com");
    const { status, body } = await ask(token, "to@example.com");
    expect([status, body]).toEqual([
      202,
      {
        email: "to@example.com",
        expiresAt: "2026-03-01T12:30:00.000Z",
        resendAt: "2026-03-01T12:00:30.000Z",
      },
    ]);
    expect(await waiting(token)).toEqual(body);
    expect(await emailOf(token)).toBe("from@example.com");
    const mail = lastMail(portal, "to@example.com");
    expect(mail.subject).toBe(`${mail.code} is your Ringside code`);
    const warning = lastMail(portal, "from@example.com");
    expect(warning.subject).toBe("Your e-mail address is about to change");
    expect(warning.paragraphs.join()).toContain("t•••@example.com");
    expect(JSON.stringify(warning)).not.toMatch(/to@example|\b\d{6}\b/);
    expect(warning.action?.url).toMatch(/^http:\/\/portal\.test\/undo-email-change\/[\w-]{43}$/);

    const confirmed = await enter(token, mailedCode(mail));
    expect(confirmed).toMatchObject({ status: 200, body: { email: "to@example.com" } });
    expect(await waiting(token)).toBeNull();
    expect(await enter(token, mailedCode(mail))).toMatchObject(changeOver);
    expect((await logIn(portal, "to@example.com")).status).toBe(200);
    expect((await logIn(portal, "from@example.com")).status).toBe(401);
    expect(lastMail(portal, "from@example.com").subject).toBe("Your e-mail address was changed");
  });

  test("is visible to, and confirmed by, only the session that requested it", async () => {
    const { token, code } = await askedChange("two@example.com", "two-new@example.com");
    const other = (await logIn(portal, "two@example.com")).body.token;
    expect(await waiting(other)).toBeNull();
    expect(await enter(other, code)).toMatchObject(changeOver);
    expect(await resend(other)).toMatchObject(changeOver);
    expect((await call(portal, "DELETE", "/me/email", { token: other })).status).toBe(204);
    expect((await enter(token, code)).status).toBe(200);
  });

  test("answers the same for a taken address, and only mails its owner", async () => {
    await claimedUser(portal, "taken@example.com");
    const token = await signedIn("asker@example.com");
    const free = await ask(token, "free@example.com");
    const forTakenAddress = await ask(token, "taken@example.com");
    const shapeOf = ({ status, body }: typeof free) => ({ status, ...body, email: "" });
    expect(shapeOf(forTakenAddress)).toEqual(shapeOf(free));
    const mail = lastMail(portal, "taken@example.com");
    expect(mail.subject).toBe("This address already has an account");
    expect(mail.code).toBeUndefined();
    const body = { password: newPassword };
    expect(
      (await call(portal, "POST", `/reset-password/${linkToken(mail)}`, { body })).status,
    ).toBe(204);
    expect((await logIn(portal, mail.to, newPassword)).status).toBe(200);
  });

  test("to the address of an account that never proved it mails that account a reset link", async () => {
    const [email, password] = ["old-buyer@example.com", "another good one"];
    const id = await unprovenUser(portal, email, { password });
    const { token, code } = await askedChange("wants-old@example.com", email);
    const link = linkToken(lastMail(portal, email));
    expect(code).toBe("");
    const { body: session } = await call(portal, "GET", "/me/sessions", { token });
    const sessionId = session.items[0].id;
    // As if the page had shown the code, as in test mode.
    const codeHash = hashCode(portal.portal.sealer.derive(`email-change:${sessionId}`), "123456");
    await portal.portal.database
      .update(emailChanges)
      .set({ codeHash })
      .where(eq(emailChanges.sessionId, sessionId));
    const refusal = { status: 409, body: { code: "address-taken" } };
    expect(await enter(token, "123456")).toMatchObject(refusal);
    const body = { password: newPassword };
    expect((await call(portal, "POST", `/reset-password/${link}`, { body })).status).toBe(204);
    expect((await logIn(portal, email, newPassword)).body.user.id).toBe(id);
  });

  test("is refused and ends when the address got an account in the meantime", async () => {
    const { token, code } = await askedChange("slow@example.com", "wanted@example.com");
    await claimedUser(portal, "wanted@example.com");
    const refusal = { status: 409, body: { code: "address-taken" } };
    expect(await enter(token, code)).toMatchObject(refusal);
    expect(await enter(token, code)).toMatchObject(changeOver);
    expect(await emailOf(token)).toBe("slow@example.com");
  });

  test("requires the current password and sends no mail without it", async () => {
    const token = await signedIn("guarded@example.com");
    const before = portal.mails.length;
    expect(await ask(token, "thief@example.com", "wrong")).toMatchObject({
      status: 422,
      body: { code: "wrong-password", fields: { password: expect.any(String) } },
    });
    expect(portal.mails).toHaveLength(before);
  });

  test("to the present address is a field error and sends no mail", async () => {
    const token = await signedIn("same@example.com");
    const before = portal.mails.length;
    expect(await ask(token, " Same@example.com")).toMatchObject({
      status: 400,
      body: { fields: { email: "This is already your account’s address." } },
    });
    expect(portal.mails).toHaveLength(before);
  });

  test("replaces an earlier request, whose code stops working", async () => {
    const { token, code } = await askedChange("fickle@example.com", "first@example.com");
    await ask(token, "second@example.com");
    const newer = mailedCode(lastMail(portal, "second@example.com"));
    expect(await enter(token, code)).toMatchObject(codeWrong);
    expect((await enter(token, newer)).body.email).toBe("second@example.com");
  });

  test("is withdrawn on request", async () => {
    const { token, code } = await askedChange("undecided@example.com", "maybe@example.com");
    const withdraw = () => call(portal, "DELETE", "/me/email", { token });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 204]);
    expect(await enter(token, code)).toMatchObject(changeOver);
  });

  test("invalidates reset links that were mailed to the former address", async () => {
    const { token, code } = await askedChange("oldbox@example.com", "newbox@example.com");
    await call(portal, "POST", "/forgot-password", { body: { email: "oldbox@example.com" } });
    const link = linkToken(lastMail(portal, "oldbox@example.com"));
    expect((await enter(token, code)).status).toBe(200);
    expect((await call(portal, "GET", `/reset-password/${link}`)).status).toBe(404);
  });
});

describe("a pending change", () => {
  test("is cancelled by a new password, although the session goes on", async () => {
    const { token, code } = await askedChange("renewed@example.com", "gone@example.com");
    const body = { currentPassword: goodPassword, newPassword };
    await call(portal, "PUT", "/me/password", { token, body });
    expect(await enter(token, code)).toMatchObject(changeOver);
    expect(await emailOf(token)).toBe("renewed@example.com");
  });

  test("ends with its session: by logout, from another session or by a new password", async () => {
    const { database } = portal.portal;
    const remaining = (email: string) =>
      database.$count(emailChanges, eq(emailChanges.email, email));
    const first = await askedChange("leaving@example.com", "left1@example.com");
    await call(portal, "POST", "/logout", { token: first.token });
    expect(await remaining("left1@example.com")).toBe(0);
    await askedChange("ended@example.com", "left2@example.com");
    const owner = (await logIn(portal, "ended@example.com")).body.token;
    expect(await remaining("left2@example.com")).toBe(1);
    const body = { currentPassword: goodPassword, newPassword };
    await call(portal, "PUT", "/me/password", { token: owner, body });
    expect(await remaining("left2@example.com")).toBe(0);
  });
});

describe("the code of a change", () => {
  test("stops working after five wrong codes, also when 50 are entered at once", async () => {
    const { token, code } = await askedChange("guessed@example.com", "target@example.com");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => enter(token, otherCode(code), `198.51.100.${at}`)),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(await enter(token, code)).toMatchObject(changeOver);
    expect(await waiting(token)).toBeNull();
  });

  test("cannot be found by trying all codes against a copy of the database", async () => {
    const { code } = await askedChange("leaked@example.com", "leaked-new@example.com");
    const [row] = await portal.portal.database
      .select()
      .from(emailChanges)
      .where(eq(emailChanges.email, "leaked-new@example.com"));
    const known = Object.values(row ?? {}).map(String);
    expect(known).not.toContain(code);
    for (const secret of ["", ...known]) expect(hashCode(secret, code)).not.toBe(row?.codeHash);
  });
});

describe("a change of the address", () => {
  test("ends without mailing a code when the mail to the present address is refused", async () => {
    const [from, to] = ["unwarned@example.com", "thief@example.com"];
    const token = await signedIn(from);
    const send = vi.spyOn(portal.portal.mailer, "send").mockImplementationOnce(async (mail) => {
      expect(mail.to).toBe(from);
      throw new PermanentFailure("550 no such mailbox");
    });
    const { status } = await ask(token, to);
    expect([status, send.mock.calls.length]).toEqual([202, 1]);
    send.mockRestore();
    expect(portal.mails.filter(({ to: recipient }) => recipient === to)).toEqual([]);
    expect(await waiting(token)).toBeNull();
    portal.advance(minuteMs);
    expect(await resend(token)).toMatchObject(changeOver);
  });

  test("mails no code, not even after a resend, before the present address was notified", async () => {
    const [from, to] = ["unreachable@example.com", "reached-later@example.com"];
    const token = await signedIn(from);
    const send = vi
      .spyOn(portal.portal.mailer, "send")
      .mockRejectedValue(new Error("The mail server hung up."));
    await ask(token, to);
    portal.advance(minuteMs);
    expect((await resend(token)).status).toBe(202);
    expect(send.mock.calls.map(([mail]) => mail.to)).not.toContain(to);
    send.mockRestore();
    for (let at = 0; at < 10; at += 1) {
      portal.advance(minuteMs);
      await portal.runDueJobs();
    }
    const sent = portal.mails.filter((mail) => [from, to].includes(mail.to));
    expect(sent.map((mail) => mail.to)).toEqual([from, to]);
    const code = mailedCode(sent[1]!);
    expect((await enter(token, code)).status).toBe(200);
  });

  test("mails the code once the present address was notified", async () => {
    const [from, to] = ["warned@example.com", "next@example.com"];
    await askedChange(from, to);
    const recipients = portal.mails.map((mail) => mail.to);
    expect(recipients.indexOf(from)).toBeGreaterThanOrEqual(0);
    expect(recipients.indexOf(from)).toBeLessThan(recipients.indexOf(to));
  });
});
