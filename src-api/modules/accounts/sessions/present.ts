import type { DeviceSession } from "../../../../src-shared/api/account.ts";
import type { User } from "../../../../src-shared/api/user.ts";
import type { Session } from "../../../http/session.ts";
import type { SessionRow } from "../schema.ts";
import { deviceName } from "../../../infra/device-name.ts";

/** Returns the user of a session as GET /me answers it. */
export const presentUser = (session: Session): User => ({
  id: session.userId,
  name: session.name,
  email: session.email,
  roles: [...session.roles],
  subscriptionOwned: session.subscriptionOwned,
  subscriptionPending: session.subscriptionPending,
  subscriptionPastDue: session.subscriptionPastDue,
});

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
