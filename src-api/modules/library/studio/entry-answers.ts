import type { StudioEntry } from "#shared/api/studio.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { keptSigningKey } from "#api/infra/signed-addresses.ts";
import type { Portal } from "#api/portal.ts";
import type { EntryKey } from "#api/modules/library/entries/write-store.ts";
import { studioAddressOf } from "./draft-media-routes.ts";
import { findItem } from "./list-store.ts";
import { presentStudioEntry } from "./present.ts";
import { requireBoth } from "./studio.ts";

type AdminRequest = Parameters<typeof requireAdmin>[0];

/** Returns what makes the signed addresses of an entry's files, and the answer that has the entry as it is now. */
export function entryAnswers({ database, now }: Portal) {
  const signingKey = keptSigningKey(database);
  const addresses = async (request: AdminRequest, key: EntryKey) =>
    studioAddressOf(key, {
      key: await signingKey(),
      session: requireAdmin(request).id,
      now: now(),
    });
  const entry = async (request: AdminRequest, key: EntryKey): Promise<StudioEntry> => {
    const item = await findItem(database, key, now());
    const both = await requireBoth(database, key);
    if (!item) throw new ApiError("not-found");
    const { language } = request;
    const addressOf = await addresses(request, key);
    const { userId } = requireAdmin(request);
    return presentStudioEntry(database, { item, both, userId, language, now: now(), addressOf });
  };
  return { addresses, entry };
}
