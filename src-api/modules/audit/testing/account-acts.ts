import { randomUUID } from "node:crypto";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  goodPassword,
  lastMail,
  linkToken,
  mailedCode,
  newPassword,
  otherCode,
} from "#api/testing/account-requests.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import {
  by,
  ofAdmin,
  ofCommand,
  own,
  run,
  send,
  somebody,
  tried,
  type Stage,
  type Ways,
} from "./stage.ts";

const password = { password: goodPassword };
const wrong = { password: "not the password" };
const noToken = "x".repeat(43);

async function idOf({ portal }: Stage, email: string): Promise<string> {
  const [user] = await portal.portal.database.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`There is no account of ${email}.`);
  return user.id;
}

/** Returns the token of the newest link of a kind that was mailed to an address. */
function mailedLink({ portal }: Stage, to: string, path: string): string {
  const mail = portal.mails.findLast((sent) => sent.to === to && sent.action?.url.includes(path));
  if (!mail) throw new Error(`No link to ${path} was mailed.`);
  return linkToken(mail);
}

/** Requests a change of the address; returns the function that enters a code, and the code that was mailed. */
async function beginChange(stage: Stage, token: string) {
  const email = `${randomUUID()}@example.com`;
  await send(stage, "PUT", "/me/email", { token, body: { email, ...password } });
  return {
    code: mailedCode(lastMail(stage.portal, email)),
    enter: (code: string) => send(stage, "POST", "/me/email/code", { token, body: { code } }),
  };
}

/** What people do with their accounts. */
export const accountActs = {
  "account-created": {
    "by registering": async (stage) => {
      const email = `${randomUUID()}@example.com`;
      const signUpRequest = { name: "Wilhelmina Oak", email, ...password, language: "en" };
      const body = { ...signUpRequest, termsVersion: await termsVersion() };
      const { id } = (await send(stage, "POST", "/register", { body })).json();
      const code = mailedCode(lastMail(stage.portal, email));
      const enter = (entered: string) =>
        send(stage, "POST", `/register/${id}/code`, { body: { code: entered } });
      return tried(enter, otherCode(code), code, async () =>
        own(stage, { id: await idOf(stage, email) }),
      );
    },
    "by a command": async (stage) => {
      const email = `${randomUUID()}@example.com`;
      const { email: taken } = await somebody(stage);
      const add = (address: string) =>
        run(() =>
          runUserCommand(stage.portal.portal, {
            command: "add",
            email: address,
            name: "Wilhelmina Oak",
            roles: ["ROLE_JUDGE"],
            password: goodPassword,
          }),
        );
      return tried(add, taken, email, async () =>
        ofCommand({ id: await idOf(stage, email) }, { roles: "ROLE_JUDGE" }),
      );
    },
  },

  "deletion-requested": {
    "by an admin": async (stage) => {
      const { admin } = stage;
      const ask = (body: object) =>
        send(stage, "POST", "/me/deletion", { token: admin.token, body });
      return {
        refused: () => ask(wrong),
        // What is asked for is not done: another admin has to.
        perform: async () => ({ status: (await ask(password)).status === 409 ? 200 : 500 }),
        said: () => own(stage, admin),
      };
    },
  },

  "password-refused": {
    "before the export of the own data": async (stage) => {
      const user = await somebody(stage);
      const requestExport = (body: object) =>
        send(stage, "POST", "/me/export", { token: user.token, body });
      return tried(requestExport, password, wrong, () => ({
        ...own(stage, user),
        userAgent: null,
      }));
    },
    "before an act of an admin": async (stage) => {
      const requestExport = (body: object) =>
        send(stage, "POST", "/member-exports", { token: stage.admin.token, body });
      return tried(requestExport, password, wrong, () => ({
        ...own(stage, stage.admin),
        userAgent: null,
      }));
    },
  },

  "account-deleted": {
    "of an admin, by another one": async (stage) => {
      const leaver = await somebody(stage, "ROLE_ADMIN");
      await send(stage, "POST", "/me/deletion", { token: leaver.token, body: password });
      const remove = (body: object) =>
        send(stage, "POST", `/members/${leaver.id}/deletion`, { token: stage.admin.token, body });
      return tried(remove, wrong, password, () => ofAdmin(stage, leaver));
    },
    "by a command": async (stage) => {
      const user = await somebody(stage);
      const remove = (email: string) =>
        run(() => runUserCommand(stage.portal.portal, { command: "delete", email }));
      return tried(remove, "nobody-has-this@example.com", user.email, () => ofCommand(user));
    },
    "by its user": async (stage) => {
      const user = await somebody(stage);
      const remove = (body: object) =>
        send(stage, "POST", "/me/deletion", { token: user.token, body });
      return tried(remove, wrong, password, () => ({
        ...own(stage, user),
        ip: null,
        userAgent: null,
      }));
    },
  },

  "address-changed": {
    "by the mailed code": async (stage) => {
      const user = await somebody(stage);
      const { code, enter } = await beginChange(stage, user.token);
      return tried(enter, otherCode(code), code, () => own(stage, user));
    },
  },

  "address-change-undone": {
    "by the link in the mail": async (stage) => {
      const user = await somebody(stage);
      const { code, enter } = await beginChange(stage, user.token);
      await enter(code);
      const link = mailedLink(stage, user.email, "/undo-");
      const undo = (token: string) => send(stage, "POST", `/undo-email-change/${token}`);
      return tried(undo, noToken, link, () => own(stage, user));
    },
  },

  "data-exported": {
    "by the user": async (stage) => {
      const user = await somebody(stage);
      const requestExport = (body: object) =>
        send(stage, "POST", "/me/export", { token: user.token, body });
      return tried(requestExport, wrong, password, () => own(stage, user));
    },
  },

  "logged-out": {
    "by the user": async (stage) => {
      const user = await somebody(stage);
      return {
        // Answered 204 like every other: there is nothing to end.
        refused: async () => {
          await send(stage, "POST", "/logout");
          return { status: null };
        },
        perform: () => send(stage, "POST", "/logout", { token: user.token }),
        said: () => own(stage, user),
      };
    },
  },

  "new-device-reported": {
    "by the link in the mail": async (stage) => {
      const user = await somebody(stage);
      const body = { email: user.email, ...password };
      await send({ ...stage, ip: "192.0.2.10" }, "POST", "/login", { body });
      await send({ ...stage, ip: "198.51.100.7" }, "POST", "/login", { body });
      const link = mailedLink(stage, user.email, "/secure-account/");
      const report = (token: string) => send(stage, "POST", `/secure-account/${token}`);
      return tried(report, noToken, link, () => own(stage, user));
    },
  },

  "password-changed": {
    "by the user": async (stage) => {
      const user = await somebody(stage);
      const change = (currentPassword: string) =>
        send(stage, "PUT", "/me/password", {
          token: user.token,
          body: { currentPassword, newPassword },
        });
      return tried(change, "not the password", goodPassword, () => own(stage, user));
    },
  },

  "password-reset": {
    "by the link in the mail": async (stage) => {
      const user = await somebody(stage);
      await send(stage, "POST", "/forgot-password", { body: { email: user.email } });
      const link = mailedLink(stage, user.email, "/reset-password/");
      const choose = (token: string) =>
        send(stage, "POST", `/reset-password/${token}`, { body: { password: newPassword } });
      return tried(choose, noToken, link, () => own(stage, user));
    },
  },

  "reset-link-issued": {
    "by a command": async (stage) => {
      const user = await somebody(stage);
      const reset = (email: string) =>
        run(() => runUserCommand(stage.portal.portal, { command: "reset", email }));
      return tried(reset, "nobody-has-this@example.com", user.email, () => ofCommand(user));
    },
  },

  "sessions-ended": {
    "one of the own": async (stage) => {
      const user = await somebody(stage);
      await createSession(stage.portal.portal, user.id, "");
      const { items } = (await send(stage, "GET", "/me/sessions", user)).json();
      const other = items.find(({ current }: { current: boolean }) => !current);
      const end = (id: string) => send(stage, "DELETE", `/me/sessions/${id}`, user);
      return tried(end, randomUUID(), other.id, () => own(stage, user, { which: "one" }));
    },
    "all others of the own": async (stage) => {
      const user = await somebody(stage);
      return {
        refused: () => send(stage, "DELETE", "/me/sessions"),
        perform: () => send(stage, "DELETE", "/me/sessions", user),
        said: () => own(stage, user, { which: "others" }),
      };
    },
    "a member's, by an admin": async (stage) => {
      const user = await somebody(stage);
      const end = (body: object) =>
        send(stage, "POST", `/members/${user.id}/sessions/end`, {
          token: stage.admin.token,
          body,
        });
      return tried(end, wrong, password, () => ({
        ...by(stage, stage.admin.id),
        subjectId: user.id,
        details: { count: 1 },
      }));
    },
  },
} satisfies Record<string, Ways>;
