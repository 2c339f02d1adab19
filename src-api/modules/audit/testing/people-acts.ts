import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ActName } from "#shared/api/audit.ts";
import { dayMs } from "#shared/durations.ts";
import { dateIn } from "#shared/formats.ts";
import { runPaymentCommand } from "#api/cli/payments/run-payment-command.ts";
import { startOf } from "#api/infra/written-time.ts";
import * as accounts from "#api/testing/account-requests.ts";
import * as billing from "#api/testing/billing-requests.ts";
import { membershipOf, renewDue } from "#api/testing/members.ts";
import { addPasskey } from "#api/testing/passkey-requests.ts";
import * as factors from "#api/testing/second-factors.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { findByAddress } from "#api/modules/accounts/users.ts";
import { chargeLeaseMs } from "#api/modules/billing/payments.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import {
  act,
  commanded,
  confirmed,
  newAddress,
  nowhere,
  ofCommand,
  quiet,
  right,
  run,
  takingBack,
  toUser,
  unknown,
  wrong,
} from "./stage.ts";
import type { Details, Person, PreparedAct, Scene, Stage, Ways } from "./stage.ts";

async function userOf({ portal: { portal } }: Stage, email: string) {
  const user = await findByAddress(portal.database, email);
  if (!user) throw new Error(`There is no account of ${email}.`);
  return user;
}

/** Returns the token of the newest link to a page that was mailed to a user. */
function mailedLink({ portal }: Stage, { email }: Person, page: string): string {
  const mails = portal.mails.filter(({ action }) => action?.url.includes(page));
  return accounts.linkToken(accounts.lastMail({ ...portal, mails }, email));
}

/** Prepares telling, by the link in a mail, that somebody else has signed in. */
const report = (s: Stage, user: Person) =>
  act(
    (link) => s.nobody.post(`/secure-account/${link}`),
    unknown,
    mailedLink(s, user, "/secure-account/"),
    s.own(user),
  );

/** Requests a change of the address; returns the function that enters a code, and the code that was mailed. */
async function beginChange({ portal }: Stage, user: Person) {
  const email = newAddress();
  await user.put("/me/email", { email, ...right });
  const enter = (code: string) => user.post("/me/email/code", { code });
  return { enter, code: accounts.mailedCode(accounts.lastMail(portal, email)) };
}

/** Turns a user's second factor on; returns its codes, and how one is entered in the session and at a login. */
async function withFactor({ portal, ip, hide, nobody }: Stage, user: Person) {
  const { secret, recoveryCodes } = await factors.turnFactorOn(portal, user.token);
  hide(secret, ...recoveryCodes);
  return {
    recoveryCode: recoveryCodes[0] ?? "",
    code: factors.codeOf(portal, secret),
    wrongCode: otherCodeThan(portal, secret),
    prove: (code: string) => user.post("/me/second-factor/proof", { code }),
    logIn: async (code: string) => {
      const challenge = await factors.challengeFor(portal, user.email, ip);
      return nobody.post("/login/code", { code, challenge });
    },
  };
}

/** Returns a six-digit code that the app has not shown. */
function otherCodeThan(portal: Stage["portal"], secret: string): string {
  const shown = new Set([-1, 0, 1].map((steps) => factors.codeOf(portal, secret, steps)));
  return ["000000", "111111", "222222", "333333"].find((code) => !shown.has(code)) ?? "";
}

/** What a device does wrong. */
type Wrongly = { origin?: string };
const evil: Wrongly = { origin: "http://evil.test" };
const honest: Wrongly = {};

/** Adds a passkey; returns its id and a function that signs in with it. */
async function withPasskey({ portal, hide, nobody }: Stage, user: Person) {
  const { device, id } = await addPasskey(portal, user.token, "Blue phone");
  hide("Blue phone");
  const signIn = async (wrongly: Wrongly) => {
    const { body } = await nobody.post("/login/passkey/options");
    return nobody.post("/login/passkey", { credential: device.assert(body, wrongly) });
  };
  return { id, signIn };
}

const secretAddresses = {
  calendar: { path: "/training-calendar", body: { timeZone: "Europe/Warsaw" } },
  feed: { path: "/me/feed", body: {} },
};

/** Prepares making an address that works without a session, or ending it. */
const secretAddress =
  (kind: keyof typeof secretAddresses, step: "make" | "end"): Scene =>
  async ({ portal, hide, ...s }, user) => {
    const { path, body } = secretAddresses[kind];
    await grantMembership(portal.portal, portal.portal.database, user.id, null);
    const make = async (who: Stage["nobody"]) => {
      const answer = await who.post(path, body);
      hide(...(/[\w-]{43}(?=\.)/.exec(answer.text) ?? []));
      return answer;
    };
    if (step === "end") await make(user);
    const attempt = step === "make" ? make : (who: Stage["nobody"]) => who.delete(path);
    return act(attempt, s.stranger, user, s.own(user, { kind }));
  };

/** Has a user buy something; returns the invoice and the number of its receipt. */
async function bought({ portal }: Stage, user: Person, item = billing.monthly) {
  const { id } = await billing.buy(portal, user, [item]);
  const receipt: string = (await user.get(`/purchases/${id}`)).body.receiptNumber;
  return { id, receipt };
}

/** Prepares what somebody does who withdraws from the contract without a login. */
async function withdrawal(s: Stage, user: Person, details: Details): Promise<PreparedAct> {
  const { id, receipt } = await bought(s, user);
  const reference = (await user.get(`/purchases/${id}/receipt`)).body.withdrawalReference;
  s.hide(reference);
  const declared = { name: "Wilhelmina Oak", email: user.email };
  const withdraw = (contract: string) =>
    quiet(s.nobody.post("/withdrawals", { ...declared, contract }));
  const said = { ...s.own(user, { receipt, ...details }), ...nowhere };
  return { ...act(withdraw, receipt, reference, said), isDoneByJob: true };
}

/** Charges a user's renewal, loses the provider's answer, and has the user pay for a year after it was given up. */
async function payBesidesLostCharge(s: Stage, user: Person): Promise<void> {
  const { portal } = s;
  await bought(s, user);
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
  await billing.buy(portal, await billing.comeBack(portal, user), [billing.yearly]);
}

/** Returns the path of a note that the admin wrote about a user. */
async function notePath({ admin }: Stage, { id }: Person) {
  await admin.post(`/members/${id}/notes`, { text: "Rang about the clinic" });
  const [note] = (await admin.get(`/members/${id}`)).body.notes;
  return `/members/${id}/notes/${note.id}`;
}

/** Returns the path of a message that somebody wrote by the contact form. */
async function messagePath({ admin, nobody }: Stage, { id, email }: Person) {
  const message = { name: "Wilhelmina Oak", subject: "A place", message: "Is one free?" };
  await nobody.post("/contact", { ...message, email });
  const [{ id: messageId }] = (await admin.get(`/members/${id}`)).body.messages;
  return `/contact/${messageId}`;
}

/** Prepares giving a role to somebody who did not have it, or taking it away: refused where it is so already. */
const role =
  (name: "admin" | "judge" | "reviewer", on: boolean): Scene =>
  async (s, user) => {
    const other = await s.somebody();
    const set = ({ email }: Person, to = on) => s.users({ command: name, email, on: to });
    await set(on ? other : user, true);
    const details = { role: `ROLE_${name.toUpperCase()}`, given: on };
    return act((who) => set(who), other, user, ofCommand(user, details));
  };

/** What people do with their accounts and memberships, and what admins and commands do for them. */
export const peopleActs = {
  "account-created": {
    "by registering": async (s) => {
      const email = newAddress();
      const { body } = await accounts.register(s.portal, email, { name: "Wilhelmina Oak" });
      const enter = (code: string) => s.nobody.post(`/register/${body.id}/code`, { code });
      const code = accounts.mailedCode(accounts.lastMail(s.portal, email));
      const said = async () => s.own(await userOf(s, email));
      return act(enter, accounts.otherCode(code), code, said);
    },
    "by a command": (s, taken) => {
      const free = newAddress();
      const user = { name: "Wilhelmina Oak", roles: ["ROLE_JUDGE" as const], ...right };
      const add = (email: string) => s.users({ command: "add", email, ...user });
      const said = async () => ofCommand(await userOf(s, free), { roles: "ROLE_JUDGE" });
      return act(add, taken.email, free, said);
    },
  },
  "account-deleted": {
    "of an admin, by another one": async (s) => {
      const leaver = await s.somebody("ROLE_ADMIN");
      await leaver.post("/me/deletion", right);
      return confirmed(s.admin, `/members/${leaver.id}/deletion`, s.ofAdmin(leaver));
    },
    "by a command": (s, user) => commanded(s, user, (email) => ({ command: "delete", email })),
    "by its user": (s, user) => confirmed(user, "/me/deletion", { ...s.own(user), ...nowhere }),
  },
  "accounts-merged": async (s, user) => {
    await accounts.unprovenUser(s.portal, user.email);
    const merge = (email: string) => ({ command: "merge-unproven", email }) as const;
    return commanded(s, user, merge, { accounts: 1, purchases: 0 });
  },
  "address-change-undone": async (s, user) => {
    const { code, enter } = await beginChange(s, user);
    await enter(code);
    const undo = (link: string) => s.nobody.post(`/undo-email-change/${link}`);
    return act(undo, unknown, mailedLink(s, user, "/undo-"), s.own(user));
  },
  "address-changed": async (s, user) => {
    const { code, enter } = await beginChange(s, user);
    return act(enter, accounts.otherCode(code), code, s.own(user));
  },
  "contract-withdrawn": (s, user) => withdrawal(s, user, {}),
  "data-exported": (s, user) => confirmed(user, "/me/export", s.own(user)),
  "deletion-requested": ({ admin, own }) => {
    const ask = async (body: object) => {
      const { status } = await admin.post("/me/deletion", body);
      return { status: status === 409 ? 200 : status }; // not done yet: another admin has to
    };
    return act(ask, wrong, right, own(admin));
  },
  "enrolment-code-issued": (s, user) => {
    const issue = ({ email }: Person) =>
      run(async () => s.hide(await factors.enrolmentCodeFor(s.portal, email)));
    return act(issue, user, s.admin, ofCommand(s.admin));
  },
  "enrolment-code-used": async ({ admin, own, portal }) => {
    const issued = await factors.enrolmentCodeFor(portal, admin.email);
    const prove = (code: string) => admin.post("/me/second-factor/proof", { code });
    return act(prove, "AAAA-AAAA-AAAA-AAAA", issued, own(admin));
  },
  "logged-out": (s, user) => act((who) => quiet(who.post("/logout")), s.nobody, user, s.own(user)),
  "mail-resent": {
    "a receipt": async (s, user) => {
      const { id, receipt } = await bought(s, user);
      const mail = (invoiceId: string) =>
        s.admin.post(`/members/${user.id}/mail`, { kind: "receipt", invoiceId });
      return act(mail, randomUUID(), id, s.ofAdmin(user, { kind: "receipt", receipt }));
    },
    "a reset link": (s, user) => {
      const kind = { kind: "reset-link" };
      return toUser(s, user, (who) => who.post(`/members/${user.id}/mail`, kind), kind);
    },
  },
  "member-act-undone": async ({ admin, ofAdmin }, user) => {
    const granted = (await admin.post(`/members/${user.id}/grant`, { until: null })).body;
    const undo = (id: string) => admin.post(`/member-acts/${id}/undo`);
    return act(undo, randomUUID(), granted.id, ofAdmin(user, { undone: "grant" }));
  },
  "member-note-added": (s, user) =>
    toUser(s, user, (who) => who.post(`/members/${user.id}/notes`, { text: "Rang today" })),
  "member-note-changed": async (s, user) => {
    const path = await notePath(s, user);
    return toUser(s, user, (who) => who.put(path, { text: "Rang twice" }));
  },
  "member-note-deleted": async (s, user) => {
    const path = await notePath(s, user);
    return toUser(s, user, (who) => who.delete(path));
  },
  "members-exported": ({ admin, ofAdmin }, { email }) => {
    const status = "none";
    const said = ofAdmin(null, { searched: true, status });
    return confirmed(admin, "/member-exports", said, { query: email, status });
  },
  "membership-cancelled": async (s, user) => {
    await bought(s, user);
    return act((who) => who.post("/subscription/cancel"), s.admin, user, s.own(user));
  },
  "membership-ended": {
    "by an admin": async (s, user) => {
      await bought(s, user);
      const choice = { when: "now", refund: 900 };
      return confirmed(s.admin, `/members/${user.id}/end`, s.ofAdmin(user, choice), choice);
    },
    "by a command": (s, user) => {
      const { email } = user;
      const grant = () => s.users({ command: "grant", email, until: null });
      return takingBack(grant, () => s.users({ command: "revoke", email }), ofCommand(user));
    },
  },
  "membership-extended": async (s, user) => {
    await bought(s, user);
    const { endsAt } = await membershipOf(s.portal, user);
    const until = new Date(Date.parse(endsAt) + 10 * dayMs).toISOString();
    const extend = (who: Person) => who.post(`/members/${user.id}/extend`, { days: 10 });
    return toUser(s, user, extend, { days: 10, until });
  },
  "membership-granted": {
    "by an admin": (s, user) => {
      const { now, brand } = s.portal.portal;
      const until = dateIn(new Date(now().getTime() + 30 * dayMs), brand.timeZone);
      const grant = (who: Person) => who.post(`/members/${user.id}/grant`, { until });
      return toUser(s, user, grant, { until: startOf(until, brand.timeZone, 1).toISOString() });
    },
    "by a command": (s, user) => {
      const until = "2027-12-31";
      return commanded(s, user, (email) => ({ command: "grant", email, until }), { until });
    },
  },
  "membership-resumed": async (s, user) => {
    await bought(s, user);
    await user.post("/subscription/cancel");
    return act((who) => who.post("/subscription/resume"), s.admin, user, s.own(user));
  },
  "membership-switched": async (s, user) => {
    await bought(s, user, billing.yearly);
    const change = (dueNow: number) => user.post("/subscription/switch", { to: "monthly", dueNow });
    return act(change, 1, 0, { ...s.own(user, { plan: "monthly" }), ...nowhere });
  },
  "message-answered": async (s, user) => {
    const path = await messagePath(s, user);
    return toUser(s, user, (who) => who.post(`${path}/answer`, { answer: "Yes, come" }));
  },
  "message-closed": async (s, user) => {
    const path = await messagePath(s, user);
    return toUser(s, user, (who) => who.post(`${path}/closing`));
  },
  "message-reopened": async (s, user) => {
    const path = await messagePath(s, user);
    await s.admin.post(`${path}/closing`);
    return toUser(s, user, (who) => who.post(`${path}/reopening`));
  },
  "new-device-reported": async (s, user) => {
    for (const network of ["192.0.2.10", "198.51.100.7"]) {
      await s.from(network).post("/login", { email: user.email, ...right });
    }
    return report(s, user);
  },
  "order-changed": async (s, user) => {
    const sku = "handling-consultation";
    const { receipt } = await bought(s, user, { sku, quantity: 1 });
    const [{ changedAt }] = (await s.admin.get(`/orders?query=${receipt}`)).body.items;
    const step = { step: "cancel" };
    const cancel = (who: Person) => who.post(`/orders/${receipt}/${sku}`, { ...step, changedAt });
    return toUser(s, user, cancel, { receipt, sku, ...step });
  },
  "passkey-added": (s, user) => {
    const add = async (wrongly: Wrongly) => {
      const options = (await user.post("/me/passkey-options", right)).body;
      const credential = new SoftwareAuthenticator().create(options, wrongly);
      return user.post("/me/passkeys", { name: "Blue phone", credential });
    };
    return act(add, evil, honest, s.own(user));
  },
  "passkey-removed": async (s, user) => {
    const { id } = await withPasskey(s, user);
    return confirmed(user, `/me/passkeys/${id}/removal`, s.own(user));
  },
  "passkey-renamed": async (s, user) => {
    const { id } = await withPasskey(s, user);
    const rename = (one: string) => user.put(`/me/passkeys/${one}`, { name: "Old phone" });
    return act(rename, randomUUID(), id, s.own(user));
  },
  "password-changed": (s, user) => {
    const { goodPassword, newPassword } = accounts;
    const change = (currentPassword: string) =>
      user.put("/me/password", { currentPassword, newPassword });
    return act(change, wrong.password, goodPassword, s.own(user));
  },
  "password-refused": {
    "before the export of the own data": (s, user) => {
      const said = { ...s.own(user), userAgent: null };
      return act((body) => user.post("/me/export", body), right, wrong, said);
    },
    "before an act of an admin": ({ admin, own }) => {
      const said = { ...own(admin), userAgent: null };
      return act((body) => admin.post("/member-exports", body), right, wrong, said);
    },
  },
  "password-reset": async (s, user) => {
    await s.nobody.post("/forgot-password", { email: user.email });
    const password = accounts.newPassword;
    const choose = (link: string) => s.nobody.post(`/reset-password/${link}`, { password });
    return act(choose, unknown, mailedLink(s, user, "/reset-password/"), s.own(user));
  },
  "payment-refunded": {
    "by an admin": async (s, user) => {
      const { id, receipt } = await bought(s, user);
      const request = { invoiceId: id, amount: 300, reason: "A missed show" };
      const paid = { receipt, amount: 300, currency: "EUR", reason: "refund" };
      return confirmed(s.admin, `/members/${user.id}/refund`, s.ofAdmin(user, paid), request);
    },
    "by a command": async (s, user) => {
      const { receipt } = await bought(s, user);
      const reason = "Damaged in the post";
      s.hide(reason);
      const command = { command: "refund", receipt, reason } as const;
      const refund = (amount: string) =>
        run(() => runPaymentCommand(s.portal.portal, { ...command, amount }));
      const paid = { receipt, amount: 450, currency: "EUR", reason: "refund" };
      return act(refund, "900", "4.50", ofCommand(user, paid));
    },
    "by who withdraws from the contract": (s, user) =>
      withdrawal(s, user, { amount: 900, currency: "EUR", reason: "withdrawal" }),
    "after a late answer of the provider": async (s, user) => {
      await payBesidesLostCharge(s, user);
      const receipt = expect.stringMatching(/^RS-2026-/);
      const paid = { receipt, amount: 900, currency: "EUR", reason: "refund" };
      return {
        refused: () => run(async () => undefined), // a provider is not refused
        perform: () => {
          s.portal.advance(chargeLeaseMs); // of an earlier try
          return run(() => renewDue(s.portal));
        },
        said: { ...ofCommand(user, paid), via: "provider" },
      };
    },
  },
  "recovery-code-used": async (s, user) => {
    const { recoveryCode, wrongCode, prove } = await withFactor(s, user);
    factors.nextStep(s.portal);
    return act(prove, wrongCode, recoveryCode, s.own(user));
  },
  "recovery-codes-renewed": async (s, user) => {
    await withFactor(s, user);
    return confirmed(user, "/me/second-factor/recovery-codes", s.own(user));
  },
  "reset-link-issued": (s, user) => commanded(s, user, (email) => ({ command: "reset", email })),
  "roles-changed": {
    "a judge's, given": role("judge", true),
    "a judge's, taken": role("judge", false),
    "a reviewer's, given": role("reviewer", true),
    "an admin's, given": role("admin", true),
  },
  "second-factor-added": async ({ portal, hide, own }, user) => {
    const { secret } = (await user.post("/me/second-factor", right)).body;
    hide(secret);
    const confirm = (code: string) => user.post("/me/second-factor/code", { code });
    return act(confirm, otherCodeThan(portal, secret), factors.codeOf(portal, secret), own(user));
  },
  "second-factor-failed": {
    "in a session": async (s, user) => {
      const { code, wrongCode, prove } = await withFactor(s, user);
      return act(prove, code, wrongCode, s.own(user));
    },
    "at a login": async (s, user) => {
      const { code, wrongCode, logIn } = await withFactor(s, user);
      return act(logIn, code, wrongCode, s.by(null, user));
    },
  },
  "second-factor-removed": {
    "by the user": async (s, user) => {
      await withFactor(s, user);
      return confirmed(user, "/me/second-factor/removal", s.own(user));
    },
    "by the link in the mail about it": async (s, user) => {
      await withFactor(s, user);
      return report(s, user);
    },
    "by a command": async (s, user) => {
      await withFactor(s, user);
      const without = await s.somebody();
      const remove = ({ email }: Person) => s.users({ command: "remove-second-factor", email });
      return act(remove, without, user, ofCommand(user));
    },
  },
  "secret-address-ended": {
    "of a feed": secretAddress("feed", "end"),
    "of a calendar": secretAddress("calendar", "end"),
  },
  "secret-address-made": {
    "of a feed": secretAddress("feed", "make"),
    "of a calendar": secretAddress("calendar", "make"),
  },
  "sessions-ended": {
    "one of the own": async (s, user) => {
      await createSession(s.portal.portal, user.id, "");
      const { items } = (await user.get("/me/sessions")).body;
      const other = items.find(({ current }: { current: boolean }) => !current);
      const end = (id: string) => user.delete(`/me/sessions/${id}`);
      return act(end, randomUUID(), other.id, s.own(user, { which: "one" }));
    },
    "all others of the own": (s, user) =>
      act((who) => who.delete("/me/sessions"), s.nobody, user, s.own(user, { which: "others" })),
    "a member's, by an admin": ({ admin, ofAdmin }, user) =>
      confirmed(admin, `/members/${user.id}/sessions/end`, ofAdmin(user, { count: 1 })),
  },
  "sign-in-failed": {
    "with a wrong password": (s, user) => {
      const logIn = (body: object) => s.nobody.post("/login", { email: user.email, ...body });
      return act(logIn, right, wrong, s.by(null, user));
    },
    "to an address without an account": (s, user) => {
      const logIn = (email: string) => s.nobody.post("/login", { email, ...right });
      return act(logIn, user.email, newAddress(), s.by(null, null));
    },
    "with a passkey that does not verify": async (s, user) => {
      const { signIn } = await withPasskey(s, user);
      return act(signIn, honest, evil, s.by(null, user, { factors: "passkey" }));
    },
  },
  "signed-in": {
    "with a password": (s, user) => {
      const logIn = (body: object) => s.nobody.post("/login", { email: user.email, ...body });
      return act(logIn, wrong, right, s.own(user));
    },
    "with a code": async (s, user) => {
      const { code, wrongCode, logIn } = await withFactor(s, user);
      return act(logIn, wrongCode, code, s.own(user, { factors: "password+totp" }));
    },
    "with a passkey": async (s, user) => {
      const { signIn } = await withPasskey(s, user);
      return act(signIn, evil, honest, s.own(user, { factors: "passkey" }));
    },
  },
} satisfies Partial<Record<ActName, Ways>>;
