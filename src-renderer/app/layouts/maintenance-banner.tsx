import { makeStyles } from "@fluentui/react-components";
import { WrenchRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useFlags } from "../../flags/flag-store.ts";
import { tokens } from "../../theme/tokens.ts";

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

/** Site-wide, in both layouts, while the flag is on (specification, section 1). */
export function MaintenanceBanner() {
  const styles = useStyles();
  const { t } = useTranslation();
  const on = useFlags((flags) => flags.maintenanceMode);
  // The live region stands before the text comes, or screen readers stay silent.
  return (
    <div role="status">
      {on && (
        <div className={styles.banner}>
          <WrenchRegular fontSize={20} className={styles.icon} />
          {t("maintenance")}
        </div>
      )}
    </div>
  );
}
