import type { Logger } from "../../../infra/services.ts";
import type { OwnedData, Portal, PortalModule } from "../../../portal.ts";
import { emailChanges, oneTimeTokens, sessions } from "../schema.ts";
import { deviceName } from "../../../infra/device-name.ts";
import { deleteUser, findUser } from "../user-store.ts";
import type { Accounts } from "../users.ts";
import {
  findDevices,
  findEmailChange,
  findMailedLinks,
  findProfile,
} from "./personal-data-store.ts";

/** What accounts store about a user; exported without tokens and hashes. */
export const accountData: OwnedData = {
  columns: [
    { column: sessions.userId, onDelete: "cascade", onMerge: "delete" },
    { column: emailChanges.userId, onDelete: "cascade", onMerge: "delete" },
    { column: oneTimeTokens.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportData: async (database, { id }) => {
    const devices = await findDevices(database, id);
    return {
      profile: await findProfile(database, id),
      sessions: devices.map((session) => ({ device: deviceName(session.userAgent), ...session })),
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
  log: Logger,
): Promise<void> {
  for (const { ownedData } of modules) await ownedData?.beforeDeletion?.(portal, userId, log);
  await deleteUser(portal.database, userId);
}
