import { makeStyles } from "@fluentui/react-components";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  strip: {
    padding: "6px 24px",
    textAlign: "center",
    fontSize: "14px",
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
});

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Says quietly that there is no connection. */
export function OfflineStrip() {
  const styles = useStyles();
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return <div role="status">{!online && <div className={styles.strip}>{t("offline")}</div>}</div>;
}
