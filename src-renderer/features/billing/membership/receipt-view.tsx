import { Button } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { getReceipt } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { TextLink } from "../../../components/links.tsx";
import { Page } from "../../../components/page.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { EmptyState, LoadingLines } from "../../../components/states.tsx";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { useReceiptStyles } from "./receipt-styles.ts";

/** Returns the path of a purchase's receipt: /membership?receipt=<id>. */
export const receiptPath = (id: string): string =>
  `${routePath("membership")}?receipt=${encodeURIComponent(id)}`;

/** Returns the id of the purchase whose receipt the address names, or null. */
export const useAskedReceipt = (): string | null => useSearchParams()[0].get("receipt") || null;

function MissingReceipt() {
  const { t } = useTranslation("membership");
  return (
    <EmptyState motif="paw" title={t("receipt.missingTitle")} text={t("receipt.missingText")} />
  );
}

/** The receipt of a purchase, with a print button and a link back to the overview. */
export function ReceiptView({ id }: { id: string }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const receipt = useApiQuery(getReceipt, { params: { id } });
  return (
    <div className={styles.page}>
      <Page title={t("receipt.title")} width="reading">
        <div className={styles.tools}>
          <TextLink to={routePath("membership")}>{t("receipt.back")}</TextLink>
          {receipt.data && (
            <Button icon={<PrintRegular />} size="large" onClick={() => window.print()}>
              {t("receipt.print")}
            </Button>
          )}
        </div>
        <QueryView
          query={receipt}
          loading={
            <div className={styles.paper}>
              <LoadingLines lines={14} />
            </div>
          }
          renderFailure={({ kind }, standard) =>
            kind === "rejected" ? <MissingReceipt /> : standard
          }
        >
          {(issued) => <ReceiptPaper receipt={issued} />}
        </QueryView>
      </Page>
    </div>
  );
}
