import { hourMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import type { Services } from "#api/infra/services.ts";
import { isOver, keyOf } from "./counters.ts";
import { rateLimits } from "./schema.ts";

/** Mails of one kind about one account within any hour (ms). */
const maxMails = 5;
const withinMs = hourMs;

/** Counts a mail about the user's own account. Returns false, with nothing to send, after five within an hour. */
export async function countMailAbout(
  { database, now }: Pick<Services, "database" | "now">,
  kind: string,
  userId: string,
): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + withinMs);
  const counted = await database
    .insert(rateLimits)
    .values({ key: keyOf("own-mail", kind, userId), points: 1, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver(at)} then 1 else ${rateLimits.points} + 1 end`,
        expiresAt: sql`case when ${isOver(at)} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
      setWhere: sql`${isOver(at)} or ${rateLimits.points} < ${maxMails}`,
    })
    .returning({ key: rateLimits.key });
  return counted.length > 0;
}
