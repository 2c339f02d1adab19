import type { DeviceSession } from "#shared/api/account.ts";
import type { User } from "#shared/api/user.ts";
import type { Session } from "#api/http/session.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import type { SessionRow } from "../schema.ts";
import { deviceName } from "#api/infra/device-name.ts";

export type Presenting = RouteSetup & { portal: Portal };

/** Returns what accounts and memberships tell of the user of a session. */
const describeUser = (session: Session): User => ({
  id: session.userId,
  name: session.name,
  email: session.email,
  roles: [...session.roles],
  subscriptionOwned: session.subscriptionOwned,
  subscriptionPending: session.subscriptionPending,
  subscriptionPastDue: session.subscriptionPastDue,
  ...(session.lacksAdminFactor && { lacksAdminFactor: true }),
});

/** Returns the user of a session as GET /me answers it, with what other modules add to it. */
export async function presentUser(
  { portal, modules }: Presenting,
  session: Session,
): Promise<User> {
  const user = describeUser(session);
  for (const module of modules) Object.assign(user, await module.describeUser?.(portal, session));
  return user;
}

/** Returns a session as its owner sees it, without the hash of its token. */
export const presentDeviceSession = (
  { id, userAgent, createdAt, lastSeenAt }: SessionRow,
  current: Session,
): DeviceSession => ({
  id,
  current: id === current.id,
  device: deviceName(userAgent),
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
