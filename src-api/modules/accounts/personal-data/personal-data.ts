import { dayMs } from "#shared/durations.ts";
import { isRecordedSince } from "#api/infra/audit/audit-store.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Deleting, OwnedData, Portal, PortalModule } from "#api/portal.ts";
import { deviceName } from "#api/infra/device-name.ts";
import {
  emailChanges,
  knownDevices,
  loginChallenges,
  oneTimeTokens,
  passkeys,
  secondFactors,
  sessions,
} from "../schema.ts";
import { enqueueNotice } from "../mails/mail-jobs.ts";
import { factorState } from "../second-factor/enrolment.ts";
import { deleteUser, findUser } from "../user-store.ts";
import type { Accounts, ProvenUser } from "../users.ts";
import {
  findDevices,
  findEmailChange,
  findKnownDevices,
  findMailedLinks,
  findOwnPasskeys,
  findProfile,
} from "./personal-data-store.ts";

/** What accounts store about a user; exported without tokens and hashes. */
export const accountData: OwnedData = {
  columns: [
    { column: sessions.userId, onDelete: "cascade", onMerge: "delete" },
    { column: secondFactors.userId, onDelete: "cascade", onMerge: "delete" },
    { column: loginChallenges.userId, onDelete: "cascade", onMerge: "delete" },
    { column: emailChanges.userId, onDelete: "cascade", onMerge: "delete" },
    { column: passkeys.userId, onDelete: "cascade", onMerge: "delete" },
    { column: knownDevices.userId, onDelete: "cascade", onMerge: "delete" },
    { column: oneTimeTokens.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportData: async (database, { id }) => {
    const devices = await findDevices(database, id);
    return {
      profile: await findProfile(database, id),
      sessions: devices.map((session) => ({ device: deviceName(session.userAgent), ...session })),
      secondFactor: await factorState(database, id),
      passkeys: await findOwnPasskeys(database, id),
      knownDevices: await findKnownDevices(database, id),
      mailedLinks: await findMailedLinks(database, id),
      emailChange: await findEmailChange(database, id),
    };
  },
};

/** Returns everything that the modules store about a user, or null when the account was deleted. */
export async function exportPersonalData(
  { database, now }: Accounts,
  modules: readonly PortalModule[],
  userId: string,
) {
  const user = await findUser(database, userId);
  if (!user) return null;
  const exported: Record<string, unknown> = { exportedAt: now() };
  for (const { ownedData } of modules) {
    Object.assign(exported, await ownedData?.exportData(database, user));
  }
  return exported;
}

/** Days in which the deletion of an admin's account can be confirmed after it was asked for. */
const requestDays = 7;

/** Returns whether an admin has asked for the deletion of the own account lately. */
export const hasAskedForDeletion = ({ database, now }: Accounts, userId: string) =>
  isRecordedSince(database, {
    acts: ["deletion-requested"],
    subjectId: userId,
    since: new Date(now().getTime() - requestDays * dayMs),
  });

/**
 * Deletes an account, records who did it, and mails its user. Throws like `deletePersonalData`.
 *
 * @param portal with the transaction to delete in as its database, and the user locked
 */
export async function deleteAccountOf(
  portal: Portal,
  modules: readonly PortalModule[],
  user: ProvenUser,
  by: Deleting,
): Promise<void> {
  const { database, now } = portal;
  const { actor } = by;
  // Before the deletion, since the entry names an admin who deletes the own account.
  await recordAct(database, { act: "account-deleted", at: now(), actor, subjectId: user.id });
  await deletePersonalData(portal, modules, user.id, by);
  await enqueueNotice(portal, database, "account-deleted", user);
}

/**
 * Deletes a user with everything that is not kept. Throws, with the account kept, when a module cannot
 * let it go: `cancel-failed` when the provider might charge again.
 *
 * @param portal with the transaction to delete in as its database
 */
export async function deletePersonalData(
  portal: Portal,
  modules: readonly PortalModule[],
  userId: string,
  by: Deleting,
): Promise<void> {
  for (const { ownedData } of modules) await ownedData?.beforeDeletion?.(portal, userId, by);
  await deleteUser(portal.database, userId);
}
