import { Spinner } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/notice.tsx";
import { Page } from "../../../components/page.tsx";

/** The payment has arrived somewhere, and the word on it has not; after a while one need not wait. */
export function Settling({ late }: { late: boolean }) {
  const { t } = useTranslation("checkout");
  return (
    <Page title={t("success.waiting.title")} lead={t("success.waiting.text")} width="reading">
      <div role="status">
        {late ? (
          <Notice>{t("success.late")}</Notice>
        ) : (
          <Spinner label={t("success.waiting.spinner")} labelPosition="after" />
        )}
      </div>
    </Page>
  );
}
