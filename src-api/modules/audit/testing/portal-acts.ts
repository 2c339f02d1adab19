import { randomUUID } from "node:crypto";
import { flagKeys } from "#shared/flags.ts";
import { expect } from "vitest";
import * as z from "zod/mini";
import { runFlagCommand } from "#api/cli/flags/run-flag-command.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import type { roleCommands } from "#api/cli/users/user-command.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { goodPassword, unprovenUser } from "#api/testing/account-requests.ts";
import { enrolmentCodeFor } from "#api/testing/second-factors.ts";
import {
  ofAdmin,
  ofCommand,
  own,
  run,
  send,
  somebody,
  tried,
  type Scene,
  type Stage,
  type Ways,
} from "./stage.ts";

const nobody = "nobody-has-this@example.com";
const flag = flagKeys.loginDisabled;

/** Gives a role to somebody who did not have it, or takes it away again. */
const role =
  (command: (typeof roleCommands)[number], name: "ROLE_ADMIN" | "ROLE_JUDGE" | "ROLE_REVIEWER") =>
  (on: boolean): Scene =>
  async (stage) => {
    const user = await somebody(stage, ...(on ? [] : [name]));
    const set = () =>
      run(() => runUserCommand(stage.portal.portal, { command, email: user.email, on }));
    const back = await somebody(stage, ...(on ? [name] : []));
    return {
      // Has it, or does not have it, already.
      refused: () =>
        run(() => runUserCommand(stage.portal.portal, { command, email: back.email, on })),
      perform: set,
      said: () => ofCommand(user, { role: name, given: on }),
    };
  };

const judge = role("judge", "ROLE_JUDGE");

/** Returns the scene of an export of the trail. */
const exported =
  (format: "csv" | "json", by: "actor" | "person"): Scene =>
  async (stage) => {
    const user = await somebody(stage);
    const requestExport = (password: string) =>
      send(stage, "POST", `/audit/export/${format}`, {
        token: stage.admin.token,
        body: { [by]: user.id, password },
      });
    return tried(requestExport, "not the password", goodPassword, () =>
      ofAdmin(stage, user, { entries: 0, format }),
    );
  };

/** Returns the scene of reading the trail, narrowed to one person. */
const read =
  (by: "actor" | "person" | "subject"): Scene =>
  async (stage) => {
    const user = await somebody(stage);
    const open = ({ token }: { token: string }) =>
      send(stage, "GET", `/audit?${by}=${user.id}`, { token });
    return tried(open, user, stage.admin, () =>
      ofAdmin(stage, user, { session: expect.any(String) }),
    );
  };

const announced = { titleEn: "A show", bodyEn: "Come along.", titlePl: "", bodyPl: "" };
const announce = (stage: Stage, { token }: { token: string }) =>
  send(stage, "POST", "/announcements", {
    token,
    body: announced,
  });

const failing = defineJob({
  name: "audit-test.failing",
  payload: z.object({}),
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
});

/** Returns the scene of jobs that were given up and are tried again, or dismissed. */
const cleared =
  (clearing: "retry" | "dismiss"): Scene =>
  async (stage) => {
    const { portal, app } = stage.portal;
    const clear = ({ token }: { token: string }, name: string = failing.name) =>
      send(stage, "POST", `/failed-jobs/${name}/${clearing}`, { token });
    portal.jobs.handle(failing, async () => {
      throw new Error("down");
    });
    await portal.jobs.prepare(app.log);
    await portal.database.transaction((tx) => portal.jobs.enqueue(tx, failing, {}));
    await portal.jobs.runDue();
    const member = await somebody(stage);
    return {
      refused: async () => {
        await clear(stage.admin, "none-was-given-up");
        return clear(member);
      },
      perform: () => clear(stage.admin),
      said: () => ofAdmin(stage, null, { job: failing.name, count: 1 }),
    };
  };

/** What concerns the portal, the roles in it, and the trail itself. */
export const portalActs = {
  "accounts-merged": {
    "by a command": async (stage) => {
      const user = await somebody(stage);
      await unprovenUser(stage.portal, user.email);
      const merge = (email: string) =>
        run(() => runUserCommand(stage.portal.portal, { command: "merge-unproven", email }));
      return tried(merge, nobody, user.email, () => ofCommand(user, { accounts: 1, purchases: 0 }));
    },
  },

  "announcement-changed": {
    "by an admin": async (stage) => {
      const { id } = (await announce(stage, stage.admin)).json();
      const change = (revision: number) =>
        send(stage, "PUT", `/announcements/${id}`, {
          token: stage.admin.token,
          body: { ...announced, revision, again: false },
        });
      return tried(change, 7, 1, () => ofAdmin(stage, null, { announcement: id, again: false }));
    },
  },

  "announcement-published": {
    "by an admin": async (stage) => {
      const user = await somebody(stage);
      return {
        refused: () => announce(stage, user),
        perform: () => announce(stage, stage.admin),
        said: () => ofAdmin(stage, null, { announcement: expect.any(String) }),
      };
    },
  },

  "announcement-withdrawn": {
    "by an admin": async (stage) => {
      const { id } = (await announce(stage, stage.admin)).json();
      const withdraw = (announcement: string) =>
        send(stage, "DELETE", `/announcements/${announcement}`, stage.admin);
      return tried(withdraw, randomUUID(), id, () => ofAdmin(stage, null, { announcement: id }));
    },
  },

  "enrolment-code-issued": {
    "by a command": async (stage) => {
      const user = await somebody(stage);
      const issue = ({ email }: { email: string }) =>
        run(async () => stage.secrets.add(await enrolmentCodeFor(stage.portal, email)));
      return tried(issue, user, stage.admin, () => ofCommand(stage.admin));
    },
  },

  "audit-exported": {
    "as a table": exported("csv", "person"),
    "as JSON": exported("json", "person"),
    "of what somebody did": exported("csv", "actor"),
  },

  "audit-read": {
    "of what concerns a person": read("person"),
    "of what was done to a person": read("subject"),
    "of what a person did": read("actor"),
  },

  "enrolment-code-used": {
    "in a session": async (stage) => {
      const { token, email } = stage.admin;
      const code = await enrolmentCodeFor(stage.portal, email);
      const prove = (entered: string) =>
        send(stage, "POST", "/me/second-factor/proof", { token, body: { code: entered } });
      return tried(prove, "AAAA-AAAA-AAAA-AAAA", code, () => own(stage, stage.admin));
    },
  },

  "failed-jobs-dismissed": { "by an admin": cleared("dismiss") },

  "failed-jobs-retried": { "by an admin": cleared("retry") },

  "flag-changed": {
    "by an admin": async (stage) => {
      const user = await somebody(stage);
      const path = `/feature-flags/${flag}`;
      const set = ({ token }: { token: string }) =>
        send(stage, "PUT", path, { token, body: { on: true } });
      return tried(set, user, stage.admin, () => ofAdmin(stage, null, { flag, on: true }));
    },
    "by a command": async ({ portal }) => {
      const set = (on: boolean) =>
        run(() => runFlagCommand(portal.portal, { command: "set", key: flag, on }));
      await set(true);
      return tried(set, true, false, () => ofCommand(null, { flag, on: false }));
    },
  },

  "roles-changed": {
    "a judge's, given": judge(true),
    "a judge's, taken": judge(false),
    "a reviewer's, given": role("reviewer", "ROLE_REVIEWER")(true),
    "an admin's, given": role("admin", "ROLE_ADMIN")(true),
  },
} satisfies Record<string, Ways>;
