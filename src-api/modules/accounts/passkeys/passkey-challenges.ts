import { minuteMs } from "#shared/durations.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { Accounts } from "../users.ts";
import { insertChallenge, consumeChallenge } from "./passkey-store.ts";

/** How long a device has to sign a challenge. */
export const challengeLifeMs = 5 * minuteMs;

/** Stores a new challenge for a session, or for a login (null), and returns it. */
export async function issueChallenge(
  { database, now }: Accounts,
  sessionId: string | null,
): Promise<string> {
  const challenge = newToken();
  const expiresAt = new Date(now().getTime() + challengeLifeMs);
  await insertChallenge(database, { challengeHash: hashToken(challenge), sessionId, expiresAt });
  return challenge;
}

/** Returns the challenge that a device says it signed, or null for unreadable data and for one from a frame. */
async function signedChallenge(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  try {
    const { challenge, crossOrigin }: Partial<ReturnType<typeof decodeClientDataJSON>> =
      decodeClientDataJSON(clientDataJSON);
    return typeof challenge === "string" && !crossOrigin ? challenge : null;
  } catch {
    return null;
  }
}

/** Uses up the challenge that a device signed, and returns it; null when it is unknown, expired, used or another's. */
export async function useChallenge(
  { database, now }: Accounts,
  clientDataJSON: string,
  sessionId: string | null,
): Promise<string | null> {
  const challenge = await signedChallenge(clientDataJSON);
  if (!challenge) return null;
  const wanted = { challengeHash: hashToken(challenge), sessionId };
  return (await consumeChallenge(database, wanted, now())) ? challenge : null;
}
