import { randomUUID } from "node:crypto";
import { dayMs } from "#shared/durations.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { dateIn } from "#shared/formats.ts";
import { startOf } from "#api/infra/written-time.ts";
import { goodPassword } from "#api/testing/account-requests.ts";
import { membershipOf } from "#api/testing/members.ts";
import { payer, seenByAdmin } from "./payer.ts";
import { ofAdmin, ofCommand, run, send, somebody, tried } from "./stage.ts";
import type { Outcome, Somebody, Stage, Ways } from "./stage.ts";

const password = { password: goodPassword };
const wrong = { password: "not the password" };
const nobody = "nobody-has-this@example.com";

type Target = Pick<Somebody, "id">;

/** Returns the function that lets the stage's admin act for a member; the same request when it is repeated. */
function asAdmin(stage: Stage, { id }: Target, path: string) {
  const key = randomUUID();
  return (body: object, { token } = stage.admin): Promise<Outcome> =>
    send(stage, "POST", `/members/${id}/${path}`, { token, body, key });
}

/** Returns the day (YYYY-MM-DD) in 30 days, in the brand's time zone, and when it ends. */
function inAMonth({ portal: { portal } }: Stage) {
  const { timeZone } = portal.brand;
  const date = dateIn(new Date(portal.now().getTime() + 30 * dayMs), timeZone);
  return { date, end: startOf(date, timeZone, 1).toISOString() };
}

/** Writes a note about a member; returns its path. */
async function notedMember(stage: Stage) {
  const member = await somebody(stage);
  await asAdmin(stage, member, "notes")({ text: "Rang about the clinic" });
  const [{ id }] = (await seenByAdmin(stage, member)).notes;
  return { member, path: `/members/${member.id}/notes/${id}` };
}

/** What admins and commands do for members, but for payments. */
export const memberActs = {
  "membership-granted": {
    "by an admin": async (stage) => {
      const member = await somebody(stage);
      const grant = asAdmin(stage, member, "grant");
      const { date: until, end } = inAMonth(stage);
      return {
        refused: () => grant({ until }, member),
        perform: () => grant({ until }),
        said: () => ofAdmin(stage, member, { until: end }),
      };
    },
    "by a command": async (stage) => {
      const member = await somebody(stage);
      const grant = (email: string) =>
        run(() =>
          runUserCommand(stage.portal.portal, { command: "grant", email, until: "2027-12-31" }),
        );
      return tried(grant, nobody, member.email, () => ofCommand(member, { until: "2027-12-31" }));
    },
  },

  "membership-extended": {
    "by an admin": async (stage) => {
      const { buyer } = await payer(stage);
      const { endsAt } = await membershipOf(stage.portal, buyer);
      const until = new Date(Date.parse(endsAt) + 10 * dayMs).toISOString();
      const extend = asAdmin(stage, buyer, "extend");
      return {
        refused: () => extend({ days: 10 }, { ...stage.admin, token: buyer.token }),
        perform: () => extend({ days: 10 }),
        said: () => ofAdmin(stage, buyer, { days: 10, until }),
      };
    },
  },

  "membership-ended": {
    "by an admin": async (stage) => {
      const { buyer } = await payer(stage);
      const end = asAdmin(stage, buyer, "end");
      const choice = { when: "now", refund: 900 };
      return tried(end, { ...choice, ...wrong }, { ...choice, ...password }, () =>
        ofAdmin(stage, buyer, choice),
      );
    },
    "by a command": async (stage) => {
      const { id, email } = await somebody(stage);
      const { portal } = stage.portal;
      const revoke = () => run(() => runUserCommand(portal, { command: "revoke", email }));
      return {
        refused: revoke, // nothing was granted yet
        perform: async () => {
          await runUserCommand(portal, { command: "grant", email, until: null });
          return revoke();
        },
        said: () => ofCommand({ id }),
      };
    },
  },

  "mail-resent": {
    "a receipt": async (stage) => {
      const { buyer, purchase } = await payer(stage);
      const mail = asAdmin(stage, buyer, "mail");
      const mailRequest = { kind: "receipt", invoiceId: purchase.id };
      return tried(mail, { ...mailRequest, invoiceId: randomUUID() }, mailRequest, () =>
        ofAdmin(stage, buyer, { kind: "receipt", receipt: purchase.receiptNumber }),
      );
    },
    "a reset link": async (stage) => {
      const member = await somebody(stage);
      const mail = asAdmin(stage, member, "mail");
      return {
        refused: () => mail({ kind: "reset-link" }, member),
        perform: () => mail({ kind: "reset-link" }),
        said: () => ofAdmin(stage, member, { kind: "reset-link" }),
      };
    },
  },

  "member-act-undone": {
    "by an admin": async (stage) => {
      const member = await somebody(stage);
      const path = `/members/${member.id}/grant`;
      const granted = await send(stage, "POST", path, { ...stage.admin, body: { until: null } });
      const undo = (id: string) => send(stage, "POST", `/member-acts/${id}/undo`, stage.admin);
      return tried(undo, randomUUID(), granted.json().id, () =>
        ofAdmin(stage, member, { undone: "grant" }),
      );
    },
  },

  "member-note-added": {
    "by an admin": async (stage) => {
      const member = await somebody(stage);
      const add = asAdmin(stage, member, "notes");
      const note = { text: "Rang about the clinic" };
      return {
        refused: () => add(note, member),
        perform: () => add(note),
        said: () => ofAdmin(stage, member),
      };
    },
  },

  "member-note-changed": {
    "by an admin": async (stage) => {
      const { member, path } = await notedMember(stage);
      const body = { text: "Rang twice" };
      return {
        refused: () => send(stage, "PUT", path, { ...member, body }),
        perform: () => send(stage, "PUT", path, { ...stage.admin, body }),
        said: () => ofAdmin(stage, member),
      };
    },
  },

  "member-note-deleted": {
    "by an admin": async (stage) => {
      const { member, path } = await notedMember(stage);
      return {
        refused: () => send(stage, "DELETE", path, member),
        perform: () => send(stage, "DELETE", path, stage.admin),
        said: () => ofAdmin(stage, member),
      };
    },
  },

  "message-closed": {
    "by an admin": async (stage) => {
      const writer = await somebody(stage);
      const message = { name: "Wilhelmina Oak", subject: "Buy", message: "Cheap leads" };
      await send(stage, "POST", "/contact", { body: { ...message, email: writer.email } });
      const [{ id }] = (await seenByAdmin(stage, writer)).messages;
      const close = ({ token }: Somebody) =>
        send(stage, "POST", `/contact/${id}/closing`, { token });
      return tried(close, writer, stage.admin, () => ofAdmin(stage, writer));
    },
  },

  "message-reopened": {
    "by an admin": async (stage) => {
      const writer = await somebody(stage);
      const message = { name: "Wilhelmina Oak", subject: "Buy", message: "Cheap leads" };
      await send(stage, "POST", "/contact", { body: { ...message, email: writer.email } });
      const [{ id }] = (await seenByAdmin(stage, writer)).messages;
      await send(stage, "POST", `/contact/${id}/closing`, stage.admin);
      const reopen = ({ token }: Somebody) =>
        send(stage, "POST", `/contact/${id}/reopening`, { token });
      return tried(reopen, writer, stage.admin, () => ofAdmin(stage, writer));
    },
  },

  "message-answered": {
    "by an admin": async (stage) => {
      const writer = await somebody(stage);
      const message = { name: "Wilhelmina Oak", subject: "A place", message: "Is one free?" };
      await send(stage, "POST", "/contact", { body: { ...message, email: writer.email } });
      const [{ id }] = (await seenByAdmin(stage, writer)).messages;
      const answer = ({ token }: Somebody) =>
        send(stage, "POST", `/contact/${id}/answer`, { token, body: { answer: "Yes, come" } });
      return tried(answer, writer, stage.admin, () => ofAdmin(stage, writer));
    },
  },

  "members-exported": {
    "by an admin": async (stage) => {
      const { email } = await somebody(stage);
      const filter = { query: email, status: "none" };
      const requestExport = (body: object) =>
        send(stage, "POST", "/member-exports", { ...stage.admin, body: { ...filter, ...body } });
      return tried(requestExport, wrong, password, () =>
        ofAdmin(stage, null, { searched: true, status: "none" }),
      );
    },
  },
} satisfies Record<string, Ways>;
