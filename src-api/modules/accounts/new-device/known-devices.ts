import { dayMs } from "#shared/durations.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { widestNetwork } from "#api/infra/throttle/networks.ts";
import { hashToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import { enqueueNewDeviceMail } from "../mails/security-mails.ts";
import type { User } from "../schema.ts";
import { isProven } from "../users.ts";
import { findKnown, storeDevice } from "./known-device-store.ts";

/** How long a device stays known after a login: twice as long as a session lasts. */
export const knownForMs = 180 * dayMs;

/** Devices that are known of one user at most. */
const maxDevices = 50;

/** A login: where it came from. */
export type LoginOrigin = { ip: string; userAgent: string };

/** Returns the hash by which a device is known, without a token that could be copied (decision 0037). */
const hashOf = (userId: string, { ip, userAgent }: LoginOrigin) =>
  hashToken(JSON.stringify([userId, deviceName(userAgent), widestNetwork(ip)]));

/** Stores the device of a login, and mails the user of a new one. Call it with the user locked. */
export async function noticeDevice(
  portal: Pick<Portal, "database" | "now" | "jobs">,
  user: User,
  from: LoginOrigin,
): Promise<void> {
  const at = portal.now();
  const known = await findKnown(portal.database, user.id);
  const deviceHash = hashOf(user.id, from);
  const isNew = known.size > 0 && (known.get(deviceHash) ?? at) <= at;
  const knownUntil = new Date(at.getTime() + knownForMs);
  const times = { firstUsedAt: at, lastUsedAt: at, knownUntil };
  await storeDevice(portal.database, { userId: user.id, deviceHash, ...times }, maxDevices);
  if (isNew && isProven(user)) await enqueueNewDeviceMail(portal, user, from);
}
