import { Button, makeStyles } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { media } from "#renderer/theme/tokens.ts";

const ink = "#000000";
const grey = "#444444";

/** Prints black on white in either theme, by overriding the tokens. */
export const usePrintPaper = makeStyles({
  paper: {
    [media.print]: {
      "--colorNeutralForeground1": ink,
      "--colorNeutralForeground2": ink,
      "--colorNeutralForeground3": grey,
      "--colorNeutralBackground1": "transparent",
      "--colorNeutralBackground2": "transparent",
      "--colorNeutralBackground3": "transparent",
      "--colorBand": "transparent",
      "--colorNeutralStroke1": grey,
      "--colorNeutralStroke2": "#bbbbbb",
      "--colorBrandForegroundLink": ink,
      "--colorAccentText": ink,
      color: ink,
    },
  },
  /** Hidden in print. */
  screenOnly: { [media.print]: { display: "none" } },
});

const useStyles = makeStyles({
  button: { justifySelf: "start", minHeight: "44px", [media.print]: { display: "none" } },
});

export function PrintButton() {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <Button icon={<PrintRegular />} className={styles.button} onClick={() => window.print()}>
      {t("print")}
    </Button>
  );
}
