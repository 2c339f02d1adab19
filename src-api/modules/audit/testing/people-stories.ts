import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ActDetails, ActName } from "#shared/api/audit.ts";
import { dayMs } from "#shared/durations.ts";
import { dateIn } from "#shared/formats.ts";
import { runPaymentCommand } from "#api/cli/payments/run-payment-command.ts";
import { startOf } from "#api/infra/written-time.ts";
import * as accounts from "#api/testing/account-requests.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { importMembers } from "#api/modules/members/import-members.ts";
import { memberImports } from "#api/modules/members/schema.ts";
import * as billing from "#api/testing/billing-requests.ts";
import { membershipOf, renewDue } from "#api/testing/members.ts";
import * as factors from "#api/testing/second-factors.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import * as tables from "#api/modules/accounts/schema.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { findByAddress } from "#api/modules/accounts/users.ts";
import { chargeLeaseMs } from "#api/modules/billing/payments.ts";
import { foreignCustomers } from "#api/modules/billing/schema.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { recordBounce } from "#api/infra/mail/bounces.ts";
import { readersTable } from "#api/modules/readers/module.ts";
import {
  newAddress,
  quiet,
  right,
  unknown,
  wrong,
  type Sender,
  type Stage,
  type Story,
} from "./stage.ts";

/** Returns the token of the newest link to a page that was mailed to the user. */
function mailedLink({ portal, user }: Stage, page: string): string {
  const mails = portal.mails.filter(({ action }) => action?.url.includes(page));
  return accounts.linkToken(accounts.lastMail({ ...portal, mails }, user.email));
}

/** What the link in the newest mail about something does, for whoever has it. */
const byLink = (s: Stage, act: ActName, page: string, body = {}) => {
  const follow = (link: string) => s.nobody.post(`/${page}/${link}`, body);
  return s.step(act, follow, unknown, mailedLink(s, `/${page}/`), {}, { bySelf: true });
};

/** Has the user buy something; returns the invoice and the number of its receipt. */
async function bought({ portal, user }: Stage, item = billing.monthly) {
  const { id } = await billing.buy(portal, user, [item]);
  const receipt: string = (await user.get(`/purchases/${id}`)).body.receiptNumber;
  return { id, receipt };
}

/** Returns a six-digit code that the app has not shown. */
function otherCodeThan({ portal }: Stage, secret: string): string {
  const shown = new Set([-1, 0, 1].map((steps) => factors.codeOf(portal, secret, steps)));
  return ["000000", "111111", "222222", "333333"].find((code) => !shown.has(code)) ?? "";
}

/** Somebody withdraws from the contract without a login. */
const withdrawal =
  (act: ActName, details: ActDetails): Story =>
  async (s) => {
    const { id, receipt } = await bought(s);
    const reference = (await s.user.get(`/purchases/${id}/receipt`)).body.withdrawalReference;
    s.hide(reference);
    const declared = { name: "Wilhelmina Oak", email: s.user.email };
    const withdraw = (contract: string) =>
      quiet(s.nobody.post("/withdrawals", { ...declared, contract }));
    const byJob = { bySelf: true, isNowhere: true, isDoneByJob: true } as const;
    await s.step(act, withdraw, receipt, reference, { receipt, ...details }, byJob);
  };

const paid = { currency: "EUR", reason: "refund" };

/** What people do with their accounts and memberships, and what admins and commands do for them. */
export const peopleStories: Record<string, Story> = {
  "an account is created": async ({ portal, nobody, step, user, users, commanded }) => {
    const email = newAddress();
    const { body } = await accounts.register(portal, email, { name: "Wilhelmina Oak" });
    const enter = (code: string) => nobody.post(`/register/${body.id}/code`, { code });
    const code = accounts.mailedCode(accounts.lastMail(portal, email));
    const of = (address: string) => () => findByAddress(portal.portal.database, address);
    const registered = { about: of(email), bySelf: true } as const;
    await step("account-created", enter, accounts.otherCode(code), code, {}, registered);
    const free = newAddress();
    const person = { name: "Wilhelmina Oak", roles: ["ROLE_JUDGE" as const], ...right };
    const add = (address: string) => users({ command: "add", email: address, ...person });
    const roles = { roles: "ROLE_JUDGE" };
    await step("account-created", add, user.email, free, roles, { about: of(free) });
    await accounts.unprovenUser(portal, user.email);
    const merge = (address: string) => ({ command: "merge-unproven", email: address }) as const;
    await commanded("accounts-merged", merge, { accounts: 1, purchases: 0 });
  },
  "an account is deleted": async ({ admin, somebody, step, confirmed, commanded }) => {
    const leaver = await somebody("ROLE_ADMIN");
    const ask = async (body: object) => {
      const { status } = await leaver.post("/me/deletion", body);
      return { status: status === 409 ? 200 : status }; // not done yet: another admin has to
    };
    const { name: actorName, email: actorEmail } = leaver;
    const byAdmin = { about: leaver, actorName, actorEmail };
    await step("deletion-requested", ask, wrong, right, {}, byAdmin);
    const path = `/members/${leaver.id}/deletion`;
    await confirmed("account-deleted", admin, path, {}, { about: leaver });
    const other = await somebody();
    const own = { about: other, isNowhere: true } as const;
    await confirmed("account-deleted", other, "/me/deletion", {}, own);
    await commanded("account-deleted", (email) => ({ command: "delete", email }));
  },
  "another address": async (s) => {
    const email = newAddress();
    await s.user.put("/me/email", { email, ...right });
    const code = accounts.mailedCode(accounts.lastMail(s.portal, email));
    const enter = (typed: string) => s.user.post("/me/email/code", { code: typed });
    await s.step("address-changed", enter, accounts.otherCode(code), code);
    await byLink(s, "address-change-undone", "undo-email-change");
  },
  "passwords and sessions": async (s) => {
    const { admin, user, nobody, step, portal } = s;
    const { email } = user;
    await s.confirmed("data-exported", user, "/me/export");
    for (const [who, path] of [
      [user, "/me/export"],
      [admin, "/member-exports"],
    ] as const) {
      const confirm = (typed: object) => who.post(path, typed);
      await step("password-refused", confirm, right, wrong, {}, { about: who, userAgent: null });
    }
    await createSession(portal.portal, user.id, "");
    const { items } = (await user.get("/me/sessions")).body;
    const { id } = items.find(({ current }: { current: boolean }) => !current);
    const end = (session: string) => user.delete(`/me/sessions/${session}`);
    await step("sessions-ended", end, randomUUID(), id, { which: "one" });
    const others = { which: "others" };
    await step("sessions-ended", (who) => who.delete("/me/sessions"), nobody, user, others);
    const { newPassword } = accounts;
    const change = (currentPassword: string) =>
      user.put("/me/password", { currentPassword, newPassword });
    await step("password-changed", change, wrong.password, right.password);
    await step("logged-out", (who) => quiet(who.post("/logout")), nobody, user);
    await nobody.post("/forgot-password", { email });
    await byLink(s, "password-reset", "reset-password", right);
    await s.commanded("reset-link-issued", (address) => ({ command: "reset", email: address }));
  },
  "signing in": async (s) => {
    const { user, nobody, step } = s;
    const { email } = user;
    await s.confirmed("sessions-ended", s.admin, `/members/${user.id}/sessions/end`, { count: 1 });
    const logIn = (body: object) => nobody.post("/login", { email, ...body });
    await step("signed-in", logIn, wrong, right, {}, { bySelf: true });
    await step("sign-in-failed", logIn, right, wrong);
    const unheardOf = { email: newAddress(), ...right };
    await step("sign-in-failed", logIn, right, unheardOf, {}, { about: null });
    for (const network of ["192.0.2.10", "198.51.100.7"])
      await s.from(network).post("/login", { email, ...right });
    await byLink(s, "new-device-reported", "secure-account");
  },
  "an invitation": async (s) => {
    const { admin, nobody, step, hide, portal } = s;
    const { database } = portal.portal;
    const member = await s.somebody();
    await database
      .update(tables.users)
      .set({ passwordHash: null })
      .where(eq(tables.users.id, member.id));
    await database.delete(tables.knownDevices).where(eq(tables.knownDevices.userId, member.id));
    const invite = { body: { memberIds: [member.id] }, about: member };
    await s.confirmed("members-invited", admin, "/invitations", { count: 1 }, invite);
    const token = accounts.linkToken(accounts.lastMail(portal, member.email));
    hide(token);
    const terms = { termsVersion: await termsVersion() };
    const follow = (link: string) => nobody.post(`/invitations/${link}`, terms);
    const bySelf = { about: member, bySelf: true } as const;
    await step("invitation-accepted", follow, unknown, token, {}, bySelf);
  },
  "a passkey": async ({ nobody, step, user, confirmed }) => {
    const [evil, honest] = [{ origin: "http://evil.test" }, {}];
    let device = new SoftwareAuthenticator();
    const add = async (wrongly: { origin?: string }) => {
      const options = (await user.post("/me/passkey-options", right)).body;
      device = new SoftwareAuthenticator();
      const credential = device.create(options, wrongly);
      return user.post("/me/passkeys", { name: "Blue phone", credential });
    };
    const { id } = (await step("passkey-added", add, evil, honest)).body;
    const signIn = async (wrongly: { origin?: string }) => {
      const { body } = await nobody.post("/login/passkey/options");
      return nobody.post("/login/passkey", { credential: device.assert(body, wrongly) });
    };
    const details = { factors: "passkey" };
    await step("signed-in", signIn, evil, honest, details, { bySelf: true });
    await step("sign-in-failed", signIn, honest, evil, details);
    const rename = (passkey: string) => user.put(`/me/passkeys/${passkey}`, { name: "Old phone" });
    await step("passkey-renamed", rename, randomUUID(), id);
    await confirmed("passkey-removed", user, `/me/passkeys/${id}/removal`);
  },
  "a second factor in a session": async (s) => {
    const { portal, user, step } = s;
    const { secret: key } = (await user.post("/me/second-factor", right)).body;
    s.hide(key);
    const confirm = (code: string) => user.post("/me/second-factor/code", { code });
    const [bad, good] = [otherCodeThan(s, key), factors.codeOf(portal, key)];
    const { recoveryCodes } = (await step("second-factor-added", confirm, bad, good)).body;
    s.hide(...recoveryCodes);
    factors.nextStep(portal);
    const prove = (code: string) => user.post("/me/second-factor/proof", { code });
    const [wrongCode, code] = [otherCodeThan(s, key), factors.codeOf(portal, key)];
    await step("second-factor-failed", prove, code, wrongCode);
    await step("recovery-code-used", prove, wrongCode, recoveryCodes[0]);
    await s.confirmed("recovery-codes-renewed", user, "/me/second-factor/recovery-codes");
    await s.confirmed("second-factor-removed", user, "/me/second-factor/removal");
  },
  "a second factor at a login": async (s) => {
    const { portal, user, nobody, step, users } = s;
    const { secret, recoveryCodes } = await factors.turnFactorOn(portal, user.token);
    s.hide(secret, ...recoveryCodes);
    const logIn = async (code: string) => {
      const challenge = await factors.challengeFor(portal, user.email);
      return nobody.post("/login/code", { code, challenge });
    };
    const code = () => [otherCodeThan(s, secret), factors.codeOf(portal, secret)] as const;
    const factor = { factors: "password+totp" };
    await step("signed-in", logIn, ...code(), factor, { bySelf: true });
    factors.nextStep(portal);
    const [bad, good] = code();
    await step("second-factor-failed", logIn, good, bad);
    const other = await s.somebody();
    await factors.turnFactorOn(portal, other.token);
    const remove = (email: string) => users({ command: "remove-second-factor", email });
    const about = { about: other };
    await step("second-factor-removed", remove, s.admin.email, other.email, {}, about);
    await byLink(s, "second-factor-removed", "secure-account");
  },
  "an admin's enrolment": async ({ portal, hide, admin, user, run, step }) => {
    let issued = "";
    const issue = (email: string) =>
      run(async () => {
        issued = await factors.enrolmentCodeFor(portal, email);
        hide(issued);
      });
    await step("enrolment-code-issued", issue, user.email, admin.email, {}, { about: admin });
    const prove = (code: string) => admin.post("/me/second-factor/proof", { code });
    const about = { about: admin };
    await step("enrolment-code-used", prove, "AAAA-AAAA-AAAA-AAAA", issued, {}, about);
  },
  roles: async ({ user, users, somebody, step }) => {
    for (const [command, on] of [
      ["judge", true],
      ["judge", false],
      ["reviewer", true],
      ["admin", true],
    ] as const) {
      const other = await somebody();
      if (on) await users({ command, email: other.email, on });
      const give = (email: string) => users({ command, email, on });
      const details = { role: `ROLE_${command.toUpperCase()}`, given: on };
      await step("roles-changed", give, other.email, user.email, details);
    }
  },
  "secret addresses": async ({ portal, hide, stranger, user, step }) => {
    await grantMembership(portal.portal, portal.portal.database, user.id, null);
    for (const [kind, path, body] of [
      ["feed", "/me/feed", {}],
      ["calendar", "/training-calendar", { timeZone: "Europe/Warsaw" }],
    ] as const) {
      const make = async (who: Sender) => {
        const answer = await who.post(path, body);
        hide(...(/[\w-]{43}(?=\.)/.exec(answer.text) ?? []));
        return answer;
      };
      await step("secret-address-made", make, stranger, user, { kind });
      await step("secret-address-ended", (who) => who.delete(path), stranger, user, { kind });
    }
  },
  "an import of members": async ({ portal, admin, user, run, step, confirmed }) => {
    const { database } = portal.portal;
    const [path, nobody] = ["/member-imports", { about: null }] as const;
    const upload = (csv: string) =>
      admin.post(
        `${path}?name=members.csv`,
        Buffer.from(csv && `email,labels\n${user.email},${csv}`),
      );
    const any = { import: expect.any(String), lines: 1 };
    const { id } = (await step("member-import-uploaded", upload, "", "Early", any, nobody)).body;
    const remove = (draft: string) => admin.delete(`${path}/${draft}`);
    const of = { import: id, lines: 1 };
    await step("member-import-deleted", remove, randomUUID(), id, of, nobody);
    const started = (await upload("Late")).body.id;
    const begun = { import: started, lines: 1 };
    await confirmed("member-import-started", admin, `${path}/${started}/start`, begun, nobody);
    for (const [act, details, said] of [
      ["member-imported", { outcome: "changed" }, {}],
      ["member-import-finished", { created: 0, changed: 1, unchanged: 0, refused: 0 }, nobody],
    ] as const) {
      const next = (await upload(act)).body.id;
      await database
        .update(memberImports)
        .set({ state: "running", actorId: null })
        .where(eq(memberImports.id, next));
      const bring = (one: string) => run(() => importMembers(portal.portal, one));
      await step(act, bring, randomUUID(), next, { import: next, ...details }, said);
    }
  },
  "a membership that is granted": async ({ portal, admin, user, step, ...s }) => {
    const { now, brand } = portal.portal;
    const until = dateIn(new Date(now().getTime() + 30 * dayMs), brand.timeZone);
    const grant = (who: Sender) => who.post(`/members/${user.id}/grant`, { until });
    const end = { until: startOf(until, brand.timeZone, 1).toISOString() };
    const { body } = await step("membership-granted", grant, user, admin, end);
    const undo = (id: string) => admin.post(`/member-acts/${id}/undo`);
    await step("member-act-undone", undo, randomUUID(), body.id, { undone: "grant" });
    const last = { until: "2027-12-31" };
    const granting = (email: string) => ({ command: "grant", email, ...last }) as const;
    await s.commanded("membership-granted", granting, last);
    await s.commanded("membership-ended", (email) => ({ command: "revoke", email }));
    const searched = { searched: true, status: "none" };
    const list = { about: null, body: { query: user.email, status: "none" } };
    await s.confirmed("members-exported", admin, "/member-exports", searched, list);
    const month = { month: "2026-03" };
    const books = { about: null, body: month };
    await s.confirmed("books-exported", admin, "/book-exports", month, books);
  },
  "a reader of news by e-mail": async ({ portal, admin, user, step, confirmed }) => {
    const { database, now } = portal.portal;
    const [{ id } = { id: "" }] = await database
      .insert(readersTable)
      .values({
        id: randomUUID(),
        email: user.email,
        userId: user.id,
        language: "en",
        source: "account",
        consentedAt: now(),
      })
      .returning();
    const list = { about: null, body: { query: user.email, state: "bounced" } };
    const searched = { searched: true, state: "bounced" };
    await confirmed("readers-exported", admin, "/reader-exports", searched, list);
    await recordBounce(database, { email: user.email, bouncedAt: now(), reason: "550 5.1.1" });
    const retry = (email: string) => admin.post("/mail/retries", { email });
    await step("address-retried", retry, "stranger@example.com", user.email);
    const remove = (reader: string) => admin.delete(`/readers/${reader}`);
    await step("reader-deleted", remove, randomUUID(), id);
  },
  "subscriptions of a former site are taken over": async ({ admin, user, portal, step }) => {
    const { database, now, payments } = portal.portal;
    const customer = { provider: payments.current.id, customer: "cus_1", checkedAt: now() };
    await database.insert(foreignCustomers).values({ userId: user.id, ...customer });
    const takeOver = (who: Sender) => who.post(`/members/${user.id}/take-over`);
    await step("subscription-taken-over", takeOver, user, admin);
    const all = (who: Sender) => who.post("/take-over");
    await step("subscriptions-taken-over", all, user, admin, {}, { about: null });
  },
  "a membership that is bought": async (s) => {
    const { admin, user, portal, step } = s;
    const { id, receipt } = await bought(s);
    const member = `/members/${user.id}`;
    const kind = { kind: "receipt", receipt };
    const mail = (invoiceId: string) =>
      admin.post(`${member}/mail`, { kind: "receipt", invoiceId });
    await step("mail-resent", mail, randomUUID(), id, kind);
    const link = { kind: "reset-link" };
    await step("mail-resent", (who) => who.post(`${member}/mail`, link), user, admin, link);
    const { endsAt } = await membershipOf(portal, user);
    const until = new Date(Date.parse(endsAt) + 10 * dayMs).toISOString();
    const extend = (who: Sender) => who.post(`${member}/extend`, { days: 10 });
    await step("membership-extended", extend, user, admin, { days: 10, until });
    await step("membership-cancelled", (who) => who.post("/subscription/cancel"), admin, user);
    await step("membership-resumed", (who) => who.post("/subscription/resume"), admin, user);
    const choice = { when: "now", refund: 900 };
    await s.confirmed("membership-ended", admin, `${member}/end`, choice, { body: choice });
  },
  "money is paid back": async (s) => {
    const { admin, user, portal, step, hide } = s;
    const { id: invoiceId, receipt } = await bought(s);
    const body = { invoiceId, amount: 300, reason: "A missed show" };
    const part = { receipt, amount: 300, ...paid };
    await s.confirmed("payment-refunded", admin, `/members/${user.id}/refund`, part, { body });
    const command = { command: "refund", receipt, reason: "Damaged in the post" } as const;
    hide(command.reason);
    const refund = (amount: string) =>
      s.run(() => runPaymentCommand(portal.portal, { ...command, amount }));
    await step("payment-refunded", refund, "900", "4.50", { receipt, amount: 450, ...paid });
  },
  "a contract is withdrawn from": withdrawal("contract-withdrawn", {}),
  "money is paid back to who withdraws": withdrawal("payment-refunded", {
    amount: 900,
    currency: "EUR",
    reason: "withdrawal",
  }),
  "another plan": async (s) => {
    await bought(s, billing.yearly);
    const change = (dueNow: number) =>
      s.user.post("/subscription/switch", { to: "monthly", dueNow });
    await s.step("membership-switched", change, 1, 0, { plan: "monthly" }, { isNowhere: true });
  },
  "a charge whose answer was lost is paid back, since the user paid besides": async (s) => {
    const { portal } = s;
    await bought(s);
    portal.advance(31 * dayMs);
    const { current } = portal.portal.payments;
    const charge: typeof current.charge = async (request) => {
      await current.charge(request);
      throw new Error("the connection broke");
    };
    const restore = billing.replaceProvider(portal, { charge });
    await runRenewals(portal.portal).catch(() => undefined);
    restore();
    portal.advance(15 * dayMs);
    await billing.buy(portal, await billing.comeBack(portal, s.user), [billing.yearly]);
    const renew = (isDue: boolean) =>
      s.run(async () => {
        if (!isDue) return; // a provider is not refused
        portal.advance(chargeLeaseMs); // of an earlier try
        await renewDue(portal);
      });
    const details = { receipt: expect.stringMatching(/^RS-2026-/), amount: 900, ...paid };
    await s.step("payment-refunded", renew, false, true, details, { via: "provider" });
  },
  "an order": async (s) => {
    const { admin, user } = s;
    const sku = "handling-consultation";
    const { receipt } = await bought(s, { sku, quantity: 1 });
    const [{ changedAt }] = (await admin.get(`/orders?query=${receipt}`)).body.items;
    const cancel = (who: Sender) =>
      who.post(`/orders/${receipt}/${sku}`, { step: "cancel", changedAt });
    await s.step("order-changed", cancel, user, admin, { receipt, sku, step: "cancel" });
  },
  "notes and messages": async ({ admin, user, nobody, step }) => {
    const member = `/members/${user.id}`;
    const text = { text: "Rang about the clinic" };
    await step("member-note-added", (who) => who.post(`${member}/notes`, text), user, admin);
    const [{ id }] = (await admin.get(member)).body.notes;
    const note = `${member}/notes/${id}`;
    await step("member-note-changed", (who) => who.put(note, { text: "Rang twice" }), user, admin);
    await step("member-note-deleted", (who) => who.delete(note), user, admin);
    const message = { name: "Wilhelmina Oak", subject: "A place", message: "Is one free?" };
    await nobody.post("/contact", { ...message, email: user.email });
    const [sent] = (await admin.get(member)).body.messages;
    const path = `/contact/${sent.id}`;
    await step("message-closed", (who) => who.post(`${path}/closing`), user, admin);
    await step("message-reopened", (who) => who.post(`${path}/reopening`), user, admin);
    const answer = { answer: "Yes, come" };
    await step("message-answered", (who) => who.post(`${path}/answer`, answer), user, admin);
  },
};
