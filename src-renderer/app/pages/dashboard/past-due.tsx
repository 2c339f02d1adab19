import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { getMembership } from "../../../../src-shared/api/membership.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";
import { ErrorBoundary } from "../../error-boundary.tsx";

// Rarely needed.
const PastDueStrip = lazyChunk(async () => {
  const [strip] = await Promise.all([
    import("../../../features/billing/membership/past-due-strip.tsx"),
    loadNamespaces(["billing", "membership"]),
  ]);
  return strip;
});

const useStyles = makeStyles({ strip: { marginBottom: "24px" } });

/** Asks to pay a renewal that was not paid; stays to say thank you once it is. */
export function PastDue() {
  const styles = useStyles();
  const { data: membership } = useApiQuery(getMembership, {});
  const [wasPastDue, setPastDue] = useState(false);
  if (membership?.pastDue && !wasPastDue) setPastDue(true);
  if (!membership || !wasPastDue) return null;
  return (
    <ErrorBoundary isOptional>
      <div className={styles.strip}>
        <PastDueStrip membership={membership} />
      </div>
    </ErrorBoundary>
  );
}
