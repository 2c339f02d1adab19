import { Button, makeStyles } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { media } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  button: { justifySelf: "start", minHeight: "44px", [media.print]: { display: "none" } },
});

/** Prints the page, for the kitchen or the field. */
export function PrintButton() {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <Button icon={<PrintRegular />} className={styles.button} onClick={() => window.print()}>
      {t("print")}
    </Button>
  );
}
