import { randomBytes } from "node:crypto";
import type { ActDetails, ActName } from "#shared/api/audit.ts";
import { isAdmin, type Role } from "#shared/active-member.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { isCommonPassword } from "#api/modules/accounts/password.ts";
import { deleteResetTokens, issueResetToken } from "#api/modules/accounts/mailed-proofs.ts";
import { removeAllFactors } from "#api/modules/accounts/second-factor.ts";
import { issueEnrolmentCode } from "#api/modules/accounts/factor-proof.ts";
import { endSessionsOf, requiresFactor } from "#api/modules/accounts/sessions.ts";
import { endSecretAddresses } from "#api/modules/accounts/secret-addresses.ts";
import {
  createUser,
  findProven,
  isProven,
  lockUser,
  type ProvenUser,
} from "#api/modules/accounts/users.ts";
import { resetUrl } from "#api/infra/mail/compose.ts";
import { grantMembership, revokeGrant } from "#api/modules/membership/module.ts";
import { deleteAccountOf } from "#api/account-deletion.ts";
import { modules } from "#api/modules.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandGround as Ground } from "#api/cli/channel/own-database.ts";
import { startOf } from "#api/infra/written-time.ts";
import { listUsers } from "./list-users.ts";
import { mergeUnproven } from "./merge-unproven.ts";
import { removeDemo } from "./remove-demo.ts";
import type { roleCommands, UserCommand } from "./user-command.ts";

/** Where the portal runs, it has jobs, which mail. */
type CommandGround = Ground & Partial<Pick<Portal, "jobs">>;

type Command<Name> = Extract<UserCommand, { command: Name }>;

const record = (
  { now }: CommandGround,
  database: Database,
  act: ActName,
  subjectId: string,
  details: ActDetails = {},
) => recordAct(database, { act, at: now(), actor: commandActor, subjectId, details });

/** Returns the user with a proven address: anybody may have registered an unproven one. */
async function provenUser(
  { database }: Pick<CommandGround, "database">,
  email: string,
): Promise<ProvenUser> {
  const user = await findProven(database, email);
  if (!user) throw new CommandError(`No account has confirmed the address ${email}.`);
  return user;
}

async function add(ground: CommandGround, { email, name, roles, ...given }: Command<"add">) {
  const password = given.password ?? randomBytes(15).toString("base64url");
  if (await isCommonPassword(password)) {
    throw new CommandError("This is one of the most common passwords. Please choose another.");
  }
  const code = await ground.database
    .transaction(async (database) => {
      const id = await createUser({ ...ground, database }, { email, name, password, roles });
      await record(ground, database, "account-created", id, { roles: roles.join(" ") });
      return enrolNewAdmin({ ...ground, database }, id);
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new CommandError(`There is already an account with the address ${email}.`);
    });
  const shown = given.password ? [] : [`Password (shown this once): ${password}`];
  return [`Added ${email}.`, ...shown, ...code];
}

/** Says that nobody is mailed about what a command did, where the portal does not run. */
const mailNote = ({ jobs }: CommandGround): string[] =>
  jobs ? [] : ["No mail is sent about it, because the portal is not running."];

const showCode = (ground: CommandGround, code: string): string[] => [
  `Enrolment code (works once, for one hour): ${code}`,
  "Enter it after logging in, where the account adds a second factor or a passkey.",
  ...mailNote(ground),
];

/** Returns how a new admin adds the first factor, if one is required. Factors added by a password alone go. */
async function enrolNewAdmin(ground: CommandGround, id: string): Promise<string[]> {
  const user = await lockUser(ground.database, id);
  if (!user || !isProven(user) || !requiresFactor(ground.config, user)) return [];
  const removed = await removeAllFactors(ground, id);
  return [
    ...(removed ? ["The second factor and passkeys from before are removed."] : []),
    ...showCode(ground, await issueEnrolmentCode(ground, user)),
  ];
}

const roleOf = {
  admin: { role: "ROLE_ADMIN", article: "an" },
  judge: { role: "ROLE_JUDGE", article: "a" },
  reviewer: { role: "ROLE_REVIEWER", article: "a" },
} as const satisfies Record<(typeof roleCommands)[number], { role: Role; article: string }>;

async function setRole(
  ground: CommandGround,
  { command, email, on }: Command<(typeof roleCommands)[number]>,
) {
  const { role, article } = roleOf[command];
  const { id } = await provenUser(ground, email);
  const enrolment = await ground.database.transaction(async (tx) => {
    const roles = (await lockUser(tx, id))?.roles ?? [];
    if (roles.includes(role) === on) return [];
    const others = roles.filter((other) => other !== role);
    await tx
      .update(users)
      .set({ roles: on ? [...others, role] : others })
      .where(eq(users.id, id));
    if (command === "admin" && !on) await endSecretAddresses(tx, modules, id, "of-admin");
    await record(ground, tx, "roles-changed", id, { role, given: on });
    return on && command === "admin" ? enrolNewAdmin({ ...ground, database: tx }, id) : [];
  });
  const state = on
    ? `${email} is now ${article} ${command}.`
    : `${email} is no longer ${article} ${command}.`;
  return [state, ...enrolment];
}

async function grant(ground: CommandGround, { email, until }: Command<"grant">) {
  const { timeZone } = ground.brand;
  const endsAt = until ? startOf(until, timeZone, 1) : null;
  if (endsAt && endsAt <= ground.now()) throw new CommandError(`${until} is in the past.`);
  const { id } = await provenUser(ground, email);
  await ground.database.transaction(async (database) => {
    if (!(await grantMembership(ground, database, id, endsAt))) {
      throw new CommandError(`${email} has a paid membership; nothing was changed.`);
    }
    await record(ground, database, "membership-granted", id, { until: until ?? null });
  });
  return [
    `${email} is a member ${until ? `up to and including ${until} (${timeZone})` : "with no end date"}.`,
  ];
}

async function revoke(ground: CommandGround, { email }: Command<"revoke">) {
  const { id } = await provenUser(ground, email);
  await ground.database.transaction(async (database) => {
    if (!(await revokeGrant(ground, database, id))) {
      throw new CommandError(`${email} has no free membership; a paid one cannot be revoked.`);
    }
    await record(ground, database, "membership-ended", id);
  });
  return [`The membership granted to ${email} has ended.`, ...mailNote(ground)];
}

async function reset(ground: CommandGround, { email }: Command<"reset">) {
  const { id } = await provenUser(ground, email);
  const token = await ground.database.transaction(async (database) => {
    await deleteResetTokens(database, id);
    await record(ground, database, "reset-link-issued", id);
    return issueResetToken({ ...ground, database }, id, email);
  });
  return [`This link works once, for one hour:`, resetUrl(ground.config, token)];
}

async function removeLostFactor(ground: CommandGround, { email }: Command<"remove-second-factor">) {
  const user = await provenUser(ground, email);
  const removed = await ground.database.transaction(async (database) => {
    const had = await removeAllFactors({ ...ground, database }, user.id);
    if (had) await endSessionsOf(database, user.id);
    return had;
  });
  if (!removed) throw new CommandError(`${email} has no second factor.`);
  const off = `The second factor of ${email} is off, and all sessions have ended.`;
  const next = `Adding another one takes a code: npm run users -- enrol-factor ${email}`;
  return requiresFactor(ground.config, user) ? [off, next] : [off];
}

async function enrolFactor(ground: CommandGround, { email }: Command<"enrol-factor">) {
  const user = await provenUser(ground, email);
  if (!isAdmin(user))
    throw new CommandError(`${email} is not an admin and needs no enrolment code.`);
  const code = await ground.database.transaction((database) =>
    issueEnrolmentCode({ ...ground, database }, user),
  );
  return showCode(ground, code);
}

async function merge(ground: CommandGround, { email }: Command<"merge-unproven">) {
  const { id } = await provenUser(ground, email);
  const { accounts, purchases } = await mergeUnproven(ground, id, email);
  return [`Purchases moved to ${email}: ${purchases}. Accounts deleted: ${accounts}.`];
}

const isRunning = (ground: CommandGround | Portal): ground is Portal => ground.jobs !== undefined;

/** Deletes an account like its user does, and also an admin's. */
async function remove(ground: CommandGround | Portal, { email }: Command<"delete">) {
  if (!isRunning(ground)) {
    throw new CommandError(
      "Only a running portal deletes accounts: a renewal may have to be stopped. Start the portal first.",
    );
  }
  const { id } = await provenUser(ground, email);
  await ground.database
    .transaction(async (database) => {
      const user = await lockUser(database, id);
      if (user?.email !== email || !isProven(user))
        throw new CommandError(`The address of ${email} has just changed.`);
      const by = { actor: commandActor, log: console };
      await deleteAccountOf(ground, database, user, by);
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new CommandError(
        `The renewal of ${email} could not be stopped; nothing was deleted. Try again.`,
      );
    });
  return [`The account of ${email} has been deleted.`];
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runUserCommand(
  ground: CommandGround | Portal,
  command: UserCommand,
): Promise<string[]> {
  switch (command.command) {
    case "add":
      return add(ground, command);
    case "admin":
    case "judge":
    case "reviewer":
      return setRole(ground, command);
    case "grant":
      return grant(ground, command);
    case "revoke":
      return revoke(ground, command);
    case "reset":
      return reset(ground, command);
    case "remove-second-factor":
      return removeLostFactor(ground, command);
    case "enrol-factor":
      return enrolFactor(ground, command);
    case "merge-unproven":
      return merge(ground, command);
    case "delete":
      return remove(ground, command);
    case "remove-demo":
      return removeDemo(ground);
    case "list":
      return listUsers(ground);
  }
}
