import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { getMembership } from "#shared/api/membership.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { PastDueRoom } from "#renderer/features/billing/index.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { ErrorBoundary } from "../../error-boundary.tsx";

// Rarely needed.
const PastDueStrip = lazyChunk(
  () => import("#renderer/features/billing/membership/past-due-strip.tsx"),
  PastDueRoom,
);

const useStyles = makeStyles({ strip: { marginBottom: "24px" } });

/**
 * Asks to pay a renewal that was not paid; stays to say thank you once it is. The session tells of it first,
 * so that nothing moves when the membership arrives.
 */
export function PastDue() {
  const styles = useStyles();
  const isExpected = useUser()?.subscriptionPastDue;
  const { data: membership, isPending } = useApiQuery(getMembership, {});
  const [wasPastDue, setPastDue] = useState(false);
  if (membership?.pastDue && !wasPastDue) setPastDue(true);
  const isAwaited = isExpected && isPending;
  if (isAwaited) void PastDueStrip.load().catch(() => {}); // reported where it is rendered
  if (!isAwaited && !(membership && wasPastDue)) return null;
  return (
    <ErrorBoundary isOptional>
      <div className={styles.strip}>
        {membership ? <PastDueStrip membership={membership} /> : <PastDueRoom />}
      </div>
    </ErrorBoundary>
  );
}
