import type { DeviceSession } from "../../../src-shared/api/account.ts";
import type { User } from "../../../src-shared/api/user.ts";
import type { sessions } from "./schema.ts";
import type { Session } from "../../http/session.ts";
import { deviceName } from "./sessions/device-name.ts";

/** The session user as GET /me gives it. */
export const presentUser = (session: Session): User => ({
  id: session.userId,
  name: session.name,
  email: session.email,
  roles: [...session.roles],
  subscriptionOwned: session.subscriptionOwned,
  subscriptionPending: session.subscriptionPending,
});

/** A session as its owner sees it: never its token, nor the token's hash. */
export const presentDeviceSession = (
  { id, userAgent, createdAt, lastSeenAt }: typeof sessions.$inferSelect,
  current: Session,
): DeviceSession => ({
  id,
  current: id === current.id,
  device: deviceName(userAgent),
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
