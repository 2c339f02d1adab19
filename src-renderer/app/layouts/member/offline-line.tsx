import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "#shared/formats.ts";
import {
  outageShownAfterMs,
  useIsOnline,
  useIsUnreachable,
} from "#renderer/api-client/connection.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { useNoticeStyles } from "../site-notices.tsx";

const cache = queryClient.getQueryCache();

/** Returns when the oldest answer on screen was given, in ms since 1970; Infinity without any. */
const oldestShown = () =>
  Math.min(
    ...cache
      .findAll({ type: "active" })
      // Files of the build do not age.
      .filter(({ queryKey: [kind], state }) => kind !== "file" && state.data !== undefined)
      .map(({ state }) => state.dataUpdatedAt),
  );

/** The words of the line. */
function Words() {
  const { offline } = useNoticeStyles();
  const { t, i18n } = useTranslation();
  const namedAt = useSession((session) => session.namedAt);
  const isOnline = useIsOnline();
  const isLasting = useElapsed(outageShownAfterMs);
  const oldest = useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    oldestShown,
  );
  // Requests fail now and then, and what is on screen would move.
  if (namedAt === null && isOnline && !isLasting) return null;
  const at = Number.isFinite(oldest) ? oldest : namedAt;
  return (
    <div className={offline}>
      {at === null
        ? t("offlineLine.text")
        : t("offlineLine.asOf", { time: formatMoment(at, i18n.language) })}
    </div>
  );
}

/** Says to a member that there is no connection, and of when the page is (docs/decisions/0033-offline-shelf.md). */
export function OfflineLine() {
  const isUnreachable = useIsUnreachable();
  const isUnconfirmed = useSession(({ namedAt }) => namedAt !== null);
  return <div role="status">{(isUnreachable || isUnconfirmed) && <Words />}</div>;
}
