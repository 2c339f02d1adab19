import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  mark: {
    display: "inline-block",
    marginRight: "8px",
    padding: "1px 8px",
    borderRadius: tokens.borderRadiusMedium,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorAccentText,
    fontSize: "15px",
    fontWeight: 600,
  },
});

/** Marks features of the test mode, such as payments without money and codes without mail. */
export function TestModeMark() {
  const styles = useStyles();
  const { t } = useTranslation();
  return <span className={styles.mark}>{t("testMode")}</span>;
}
