import { and, eq, gt, isNull } from "drizzle-orm";
import { ApiError } from "../../api-error.ts";
import type { Database } from "../../database/connect.ts";
import { oneTimeTokens } from "../../database/schema.ts";
import { hashToken } from "../../plugins/session.ts";
import { newToken } from "./sessions.ts";
import type { Accounts } from "./users.ts";

type Purpose = (typeof oneTimeTokens.$inferSelect)["purpose"];

const hour = 60 * 60_000;
/** How long a link in a mail works, in ms. */
const lifeOf: Record<Purpose, number> = {
  "reset-password": hour,
  "verify-email": 7 * 24 * hour,
};

/** A new link's token. Only its hash is kept. `email` is the address that it is mailed to. */
export async function issueToken(
  { database, now }: Accounts,
  purpose: Purpose,
  userId: string,
  email: string,
): Promise<string> {
  const token = newToken();
  const at = now();
  await database.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    userId,
    purpose,
    email,
    createdAt: at,
    expiresAt: new Date(at.getTime() + lifeOf[purpose]),
  });
  return token;
}

const usable = ({ now }: Accounts, purpose: Purpose, token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.consumedAt),
    gt(oneTimeTokens.expiresAt, now()),
  );

/** User and address of a link that still works, which stays as it is. Throws `token-invalid`. */
export async function peekToken(accounts: Accounts, purpose: Purpose, token: string) {
  const [link] = await accounts.database
    .select({ userId: oneTimeTokens.userId, email: oneTimeTokens.email })
    .from(oneTimeTokens)
    .where(usable(accounts, purpose, token));
  if (!link) throw new ApiError("token-invalid");
  return link;
}

/**
 * Uses a link up and gives its user and address. Throws `token-invalid` when it is unknown, over or
 * used: one statement, so that of two at a time one wins.
 */
export async function consumeToken(accounts: Accounts, purpose: Purpose, token: string) {
  const [link] = await accounts.database
    .update(oneTimeTokens)
    .set({ consumedAt: accounts.now() })
    .where(usable(accounts, purpose, token))
    .returning({ userId: oneTimeTokens.userId, email: oneTimeTokens.email });
  if (!link) throw new ApiError("token-invalid");
  return link;
}

/** Makes every link of a user worthless that would let its holder choose a new password. */
export async function dropResetTokens(database: Database, userId: string): Promise<void> {
  await database
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, "reset-password")));
}
