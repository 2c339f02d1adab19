import { Button } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { getReceipt } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { TextLink } from "../../../components/links.tsx";
import { Page } from "../../../components/page.tsx";
import { EmptyState, ErrorState, LoadingLines } from "../../../components/states.tsx";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { useReceiptStyles } from "./receipt-styles.ts";

type FailedReceiptProps = { failure: ApiFailure; onRetry: () => void };

/** No receipt: trying again helps only where the server has not refused. */
function FailedReceipt({ failure, onRetry }: FailedReceiptProps) {
  const { t } = useTranslation("membership");
  if (failure.kind !== "rejected") return <ErrorState kind={failure.kind} onRetry={onRetry} />;
  return (
    <EmptyState motif="paw" title={t("receipt.missingTitle")} text={t("receipt.missingText")} />
  );
}

/** The receipt of a purchase, to read and to print, with the way back to the overview. */
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
        {receipt.data && <ReceiptPaper receipt={receipt.data} />}
        {receipt.isPending && <LoadingLines lines={12} />}
        {receipt.isError && !receipt.data && (
          <FailedReceipt failure={receipt.error.failure} onRetry={() => void receipt.refetch()} />
        )}
      </Page>
    </div>
  );
}
