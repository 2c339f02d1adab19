import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  link: {
    position: "absolute",
    left: "16px",
    top: "-80px",
    zIndex: 1000,
    padding: "12px 16px",
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    borderRadius: tokens.borderRadiusMedium,
    ":focus": { top: "12px" },
  },
});

/** Lets those who use the keyboard pass the menus. */
export function SkipLink() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className={styles.link}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {t("skipToContent")}
    </a>
  );
}
