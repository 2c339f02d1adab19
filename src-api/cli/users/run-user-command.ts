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
import { endSetUp, renewSetUpAddress } from "#api/modules/accounts/set-up.ts";
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
import type { CommandContext as BaseContext } from "#api/cli/channel/own-database.ts";
import { startOf } from "#api/infra/written-time.ts";
import { importMembers } from "./import-members.ts";
import { listUsers } from "./list-users.ts";
import { mergeUnproven } from "./merge-unproven.ts";
import { removeDemo } from "./remove-demo.ts";
import type { roleCommands, UserCommand } from "./user-command.ts";

/** Where the portal runs, it has jobs, which mail. */
type CommandContext = BaseContext & Partial<Pick<Portal, "jobs">>;

type Command<Name> = Extract<UserCommand, { command: Name }>;

const record = (
  { now }: CommandContext,
  database: Database,
  act: ActName,
  subjectId: string,
  details: ActDetails = {},
) => recordAct(database, { act, at: now(), actor: commandActor, subjectId, details });

/** Returns the user with a proven address: anybody may have registered an unproven one. */
async function provenUser(
  { database }: Pick<CommandContext, "database">,
  email: string,
): Promise<ProvenUser> {
  const user = await findProven(database, email);
  if (!user) throw new CommandError(`No account has confirmed the address ${email}.`);
  return user;
}

async function add(context: CommandContext, { email, name, roles, ...given }: Command<"add">) {
  const password = given.password ?? randomBytes(15).toString("base64url");
  if (await isCommonPassword(password)) {
    throw new CommandError("This is one of the most common passwords. Please choose another.");
  }
  const code = await context.database
    .transaction(async (database) => {
      const id = await createUser(
        { ...context, database },
        {
          email,
          name,
          password,
          roles,
          language: context.brand.languages[0],
        },
      );
      await record(context, database, "account-created", id, { roles: roles.join(" ") });
      if (roles.includes("ROLE_ADMIN")) await endSetUp(database);
      return enrolNewAdmin(context, database, id);
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new CommandError(`There is already an account with the address ${email}.`);
    });
  const shown = given.password ? [] : [`Password (shown this once): ${password}`];
  return [`Added ${email}.`, ...shown, ...code];
}

/** Says that nobody is mailed about what a command did, where the portal does not run. */
const mailNote = ({ jobs }: CommandContext): string[] =>
  jobs ? [] : ["No mail is sent about it, because the portal is not running."];

const showCode = (context: CommandContext, code: string): string[] => [
  `Enrolment code (works once, for one hour): ${code}`,
  "Enter it after logging in, where the account adds a second factor or a passkey.",
  ...mailNote(context),
];

/** Returns how a new admin adds the first factor, if one is required. Factors added by a password alone go. */
async function enrolNewAdmin(context: CommandContext, tx: Database, id: string): Promise<string[]> {
  const user = await lockUser(tx, id);
  if (!user || !isProven(user) || !requiresFactor(context.config, user)) return [];
  const removed = await removeAllFactors(context, tx, id);
  return [
    ...(removed ? ["The second factor and passkeys from before are removed."] : []),
    ...showCode(context, await issueEnrolmentCode(context, tx, user)),
  ];
}

const roleOf = {
  admin: { role: "ROLE_ADMIN", article: "an" },
  judge: { role: "ROLE_JUDGE", article: "a" },
  reviewer: { role: "ROLE_REVIEWER", article: "a" },
} as const satisfies Record<(typeof roleCommands)[number], { role: Role; article: string }>;

async function setRole(
  context: CommandContext,
  { command, email, on }: Command<(typeof roleCommands)[number]>,
) {
  const { role, article } = roleOf[command];
  const { id } = await provenUser(context, email);
  const enrolment = await context.database.transaction(async (tx) => {
    const roles = (await lockUser(tx, id))?.roles ?? [];
    if (roles.includes(role) === on) return [];
    const others = roles.filter((other) => other !== role);
    await tx
      .update(users)
      .set({ roles: on ? [...others, role] : others })
      .where(eq(users.id, id));
    if (command === "admin" && on) await endSetUp(tx);
    if (command === "admin" && !on) await endSecretAddresses(tx, modules, id, "of-admin");
    await record(context, tx, "roles-changed", id, { role, given: on });
    return on && command === "admin" ? enrolNewAdmin(context, tx, id) : [];
  });
  const state = on
    ? `${email} is now ${article} ${command}.`
    : `${email} is no longer ${article} ${command}.`;
  return [state, ...enrolment];
}

async function grant(context: CommandContext, { email, until }: Command<"grant">) {
  const { timeZone } = context.brand;
  const endsAt = until ? startOf(until, timeZone, 1) : null;
  if (endsAt && endsAt <= context.now()) throw new CommandError(`${until} is in the past.`);
  const { id } = await provenUser(context, email);
  await context.database.transaction(async (database) => {
    if (!(await grantMembership(context, database, id, endsAt))) {
      throw new CommandError(`${email} has a paid membership; nothing was changed.`);
    }
    await record(context, database, "membership-granted", id, { until: until ?? null });
  });
  return [
    `${email} is a member ${until ? `up to and including ${until} (${timeZone})` : "with no end date"}.`,
  ];
}

async function revoke(context: CommandContext, { email }: Command<"revoke">) {
  const { id } = await provenUser(context, email);
  await context.database.transaction(async (database) => {
    if (!(await revokeGrant(context, database, id))) {
      throw new CommandError(`${email} has no free membership; a paid one cannot be revoked.`);
    }
    await record(context, database, "membership-ended", id);
  });
  return [`The membership granted to ${email} has ended.`, ...mailNote(context)];
}

async function reset(context: CommandContext, { email }: Command<"reset">) {
  const { id } = await provenUser(context, email);
  const token = await context.database.transaction(async (database) => {
    await deleteResetTokens(database, id);
    await record(context, database, "reset-link-issued", id);
    return issueResetToken({ ...context, database }, id, email);
  });
  return [`This link works once, for one hour:`, resetUrl(context.config, token)];
}

async function removeLostFactor(
  context: CommandContext,
  { email }: Command<"remove-second-factor">,
) {
  const user = await provenUser(context, email);
  const removed = await context.database.transaction(async (database) => {
    const had = await removeAllFactors(context, database, user.id);
    if (had) await endSessionsOf(database, user.id);
    return had;
  });
  if (!removed) throw new CommandError(`${email} has no second factor.`);
  const off = `The second factor of ${email} is off, and all sessions have ended.`;
  const next = `Adding another one takes a code: npm run users -- enrol-factor ${email}`;
  return requiresFactor(context.config, user) ? [off, next] : [off];
}

async function enrolFactor(context: CommandContext, { email }: Command<"enrol-factor">) {
  const user = await provenUser(context, email);
  if (!isAdmin(user))
    throw new CommandError(`${email} is not an admin and needs no enrolment code.`);
  const code = await context.database.transaction((database) =>
    issueEnrolmentCode(context, database, user),
  );
  return showCode(context, code);
}

async function merge(context: CommandContext, { email }: Command<"merge-unproven">) {
  const { id } = await provenUser(context, email);
  const { accounts, purchases } = await mergeUnproven(context, id, email);
  return [`Purchases moved to ${email}: ${purchases}. Accounts deleted: ${accounts}.`];
}

const isRunning = (context: CommandContext | Portal): context is Portal =>
  context.jobs !== undefined;

/** Deletes an account like its user does, and also an admin's. */
async function remove(context: CommandContext | Portal, { email }: Command<"delete">) {
  if (!isRunning(context)) {
    throw new CommandError(
      "Only a running portal deletes accounts: a renewal may have to be stopped. Start the portal first.",
    );
  }
  const { id } = await provenUser(context, email);
  await context.database
    .transaction(async (database) => {
      const user = await lockUser(database, id);
      if (user?.email !== email || !isProven(user))
        throw new CommandError(`The address of ${email} has just changed.`);
      const by = { actor: commandActor, log: console };
      await deleteAccountOf(context, database, user, by);
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new CommandError(
        `The renewal of ${email} could not be stopped; nothing was deleted. Try again.`,
      );
    });
  return [`The account of ${email} has been deleted.`];
}

async function setUp(context: CommandContext) {
  const address = await renewSetUpAddress(context);
  if (address === null) {
    throw new CommandError(
      context.config.seedDemo
        ? "A portal in demo mode (SEED_DEMO) has demo accounts, an admin among them, and no set-up."
        : "This portal has an admin already. Others are made by an admin, or by: npm run users -- add <address> --admin",
    );
  }
  return ["Make the first admin at this address, which works once, for a day:", address];
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runUserCommand(
  context: CommandContext | Portal,
  command: UserCommand,
): Promise<string[]> {
  switch (command.command) {
    case "add":
      return add(context, command);
    case "admin":
    case "judge":
    case "reviewer":
      return setRole(context, command);
    case "grant":
      return grant(context, command);
    case "revoke":
      return revoke(context, command);
    case "reset":
      return reset(context, command);
    case "remove-second-factor":
      return removeLostFactor(context, command);
    case "enrol-factor":
      return enrolFactor(context, command);
    case "merge-unproven":
      return merge(context, command);
    case "delete":
      return remove(context, command);
    case "setup":
      return setUp(context);
    case "remove-demo":
      return removeDemo(context);
    case "list":
      return listUsers(context);
    case "import":
      return importMembers(context, command);
  }
}
