import { Button } from "@fluentui/react-components";
import { ArrowDownloadRegular, PrintRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import {
  getCreditNote,
  getCreditNotePdf,
  getReceipt,
  getReceiptPdf,
  type Receipt,
} from "#shared/api/receipts.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import type { ReceiptKey } from "./receipt-address.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { useReceiptStyles } from "./receipt-styles.ts";

function MissingReceipt() {
  const { t } = useTranslation("membership");
  return (
    <EmptyState motif="paw" title={t("receipt.missingTitle")} text={t("receipt.missingText")} />
  );
}

const useDownload = ({ kind, id }: ReceiptKey) =>
  useMutation(async (number: string) => {
    const endpoint = kind === "receipt" ? getReceiptPdf : getCreditNotePdf;
    const { data, error } = await call(endpoint, { params: { id }, silent: true });
    if (error || !(data instanceof Blob)) return "failed";
    saveAsFile(`${number}.pdf`, data);
    return null;
  });

/** Buttons above a receipt that print it, or download it as PDF. */
function Tools({ receiptKey, receipt }: { receiptKey: ReceiptKey; receipt: Receipt | undefined }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const { busy, failure, run } = useDownload(receiptKey);
  return (
    <div className={styles.tools}>
      <TextLink to={routePath("membership")}>{t("receipt.back")}</TextLink>
      {receipt && (
        <div className={styles.buttons}>
          <Button
            icon={<ArrowDownloadRegular />}
            size="large"
            disabledFocusable={busy}
            onClick={() => void run(receipt.number)}
          >
            {t("receipt.pdf")}
          </Button>
          <Button icon={<PrintRegular />} size="large" onClick={() => window.print()}>
            {t("receipt.print")}
          </Button>
        </div>
      )}
      {failure && (
        <div className={styles.outcome}>
          <Notice intent="error">{t("receipt.pdfFailed")}</Notice>
        </div>
      )}
    </div>
  );
}

/** A receipt or a credit note, with buttons to print and download it, and a link back to the overview. */
export function ReceiptView({ receiptKey }: { receiptKey: ReceiptKey }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const isReceipt = receiptKey.kind === "receipt";
  const endpoint = isReceipt ? getReceipt : getCreditNote;
  const receipt = useApiQuery(endpoint, { params: { id: receiptKey.id } });
  return (
    <div className={styles.page}>
      <Page title={t(isReceipt ? "receipt.title" : "receipt.creditNote")} width="reading">
        <Tools receiptKey={receiptKey} receipt={receipt.data} />
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
