import { makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LogoMark } from "../../components/logo.tsx";

const useStyles = makeStyles({
  root: {
    minHeight: "100vh",
    display: "grid",
    placeContent: "center",
    justifyItems: "center",
    gap: "24px",
  },
});

/** What stands while the stored session is tried; says that it works once it takes a moment. */
export function StartScreen() {
  const styles = useStyles();
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.root}>
      <LogoMark size={56} />
      <p role="status">{slow && t("loading")}</p>
    </main>
  );
}
