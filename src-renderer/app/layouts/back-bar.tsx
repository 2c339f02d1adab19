import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowLeftRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { matchRoute, routePath } from "../../../src-shared/routes.ts";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  bar: {
    display: "none",
    [media.phone]: {
      display: "flex",
      position: "fixed",
      left: 0,
      right: 0,
      bottom: 0,
      zIndex: 10,
      backgroundColor: tokens.colorNeutralBackground2,
    },
    [media.print]: { display: "none" },
  },
  button: { flexGrow: 1, minHeight: "52px", borderRadius: 0 },
});

/** Back button at the bottom of the screen, on phones. */
export function BackBar() {
  const styles = useStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  if (matchRoute(pathname) === "dashboard") return null;
  // "default" is the key of the first page of a visit: there is nothing to go back to.
  const goBack = () => void (key === "default" ? navigate(routePath("dashboard")) : navigate(-1));
  return (
    <div className={styles.bar}>
      <Button
        appearance="subtle"
        className={styles.button}
        icon={<ArrowLeftRegular />}
        onClick={goBack}
      >
        {t("back")}
      </Button>
    </div>
  );
}
