import { makeStyles } from "@fluentui/react-components";
import { WrenchRegular } from "@fluentui/react-icons";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFlags } from "../../flags/flag-store.ts";
import { tokens } from "../../theme/tokens.ts";

/** ms until screen readers know of a live region that has just come. */
const regionKnownAfter = 500;

const useStyles = makeStyles({
  banner: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "12px",
    padding: "10px 24px",
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontWeight: 600,
  },
  icon: { flexShrink: 0 },
});

/** False until the live region has stood for a moment. */
function useRegionKnown(): boolean {
  const [known, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), regionKnownAfter);
    return () => clearTimeout(timer);
  }, []);
  return known;
}

/** Site-wide, in both layouts, while the flag is on (specification, section 1). */
export function MaintenanceBanner() {
  const styles = useStyles();
  const { t } = useTranslation();
  const on = useFlags((flags) => flags.maintenanceMode);
  const known = useRegionKnown();
  // Screen readers tell what comes into a region that stands. What the page starts with stands at
  // once too, and is put in anew for them: the key makes it another element.
  return (
    <div role="status">
      {on && (
        <div key={String(known)} className={styles.banner}>
          <WrenchRegular fontSize={20} className={styles.icon} />
          {t("maintenance")}
        </div>
      )}
    </div>
  );
}
