import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/notice.tsx";

const useStyles = makeStyles({ blocked: { display: "grid", gap: "16px", justifyItems: "start" } });

/** Whether payments are unavailable: the API says so, or whatever stands in front of it answers 503. */
export const isBlocked = ({ code, status }: { code?: string; status?: number }): boolean =>
  code === "payments-unavailable" || status === 503;

/** Says that nothing can be paid now, with a way to ask again. */
export function PaymentsBlocked({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation(["billing", "common"]);
  return (
    <div className={styles.blocked}>
      <Notice intent="error">{t("blocked")}</Notice>
      <Button size="large" onClick={onRetry}>
        {t("common:failed.retry")}
      </Button>
    </div>
  );
}
