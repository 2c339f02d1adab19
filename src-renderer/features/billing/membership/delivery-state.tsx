import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Purchase } from "#shared/api/billing.ts";
import { getPurchasedFile, listDeliveries, type Delivery } from "#shared/api/deliveries.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  state: { margin: "4px 0 0", maxWidth: "60ch" },
  text: { margin: "4px 0 0", color: tokens.colorNeutralForeground2, maxWidth: "60ch" },
  download: {
    minHeight: "44px",
    marginTop: "8px",
    [media.print]: { display: "none" },
  },
});

/** Has the browser or the desktop app save the file at an address of the portal. */
function saveFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

type Line = Purchase["lines"][number];

function DownloadButton({ delivery, line }: { delivery: Delivery; line: Line }) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { busy, run } = useMutation(async () => {
    const params = { id: delivery.purchaseId, sku: delivery.sku };
    const { data, error } = await call(getPurchasedFile, { params });
    if (data) saveFrom(data.url, data.name);
    return error;
  });
  return (
    <Button
      icon={<ArrowDownloadRegular />}
      className={styles.download}
      aria-label={t("history.downloadNamed", { name: line.name })}
      disabledFocusable={busy}
      onClick={() => void run()}
    >
      {t("history.download")}
    </Button>
  );
}

function useStateText(): (delivery: Delivery) => string {
  const { t } = useTranslation("membership");
  const { date, appointment } = useFormats();
  return ({ kind, state, quantity, completed, scheduledFor, changedAt }) => {
    const isReport = kind === "report";
    const on = { date: date(changedAt) };
    if (state === "scheduled" && scheduledFor) {
      return t("history.deliveryState.scheduled", { time: appointment(scheduledFor) });
    }
    if (state === "done") return t(`history.deliveryState.${isReport ? "sent" : "done"}`, on);
    if (state === "requested" && completed > 0) {
      return t("history.deliveryState.part", { ...on, completed, quantity });
    }
    if (state === "requested" && isReport) return t("history.deliveryState.requestedReport", on);
    return t(`history.deliveryState.${state}`, on);
  };
}

/** What became of a bought extra: its state, the download of a file, and what was promised about it. */
export function DeliveryState({
  delivery,
  line,
  status,
}: {
  delivery: Delivery | undefined;
  line: Line;
  status: Purchase["status"];
}) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const textOf = useStateText();
  if (!delivery) {
    return (
      <p className={styles.text}>
        {t("history.delivery")}:{" "}
        {t(status === "paid" ? "history.deliveryOnReceipt" : "history.deliveryWhenPaid")}
      </p>
    );
  }
  const { state, text } = delivery;
  const isAwaited = state === "requested" || state === "scheduled";
  return (
    <>
      <p className={styles.state}>{textOf(delivery)}</p>
      {isAwaited && <p className={styles.text}>{text}</p>}
      {state === "ready" && <DownloadButton delivery={delivery} line={line} />}
    </>
  );
}

/** Returns a function that finds the delivery of a purchase line, or null while deliveries load. */
export function useDeliveries(): ((purchase: Purchase, line: Line) => Delivery | undefined) | null {
  const { data, isPending } = useApiQuery(listDeliveries, { silent: true });
  if (isPending) return null;
  return ({ id }, { sku }) =>
    data?.items.find((delivery) => delivery.purchaseId === id && delivery.sku === sku);
}
