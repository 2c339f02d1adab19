import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeStyles } from "@fluentui/react-components";
import type { Period } from "#shared/api/cart.ts";
import {
  getMembership,
  type Membership,
  previewSwitch,
  type SwitchPreview,
  switchSubscription,
} from "#shared/api/membership.ts";
import { listPurchases } from "#shared/api/billing.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { PaymentPage } from "./payment-page.ts";
import { ChargeRows, discountRow } from "../charge-rows.tsx";
import { useCardName } from "./card-row.tsx";

const useStyles = makeStyles({ costs: { margin: "8px 0 16px" } });

/** Returns the sentence on the first charge after the change, and on later ones if they differ. */
function useNext({ to, price, discount, next }: SwitchPreview): string {
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const isForever = discount?.periods === null;
  const later = { ...price, amount: price.amount - (isForever ? discount.amount.amount : 0) };
  const first = { price: money(next.price), date: date(next.on) };
  return next.price.amount === later.amount
    ? t(`switch.next.${to}`, first)
    : t(`switch.nextThen.${to}`, { ...first, later: money(later) });
}

/** Returns whether a change takes effect at the end of the period: to a shorter one, and any in a trial. */
const isLater = (to: Period, { onTrial }: Membership): boolean =>
  to === "monthly" || onTrial === true;

type PreviewProps = { preview: SwitchPreview; membership: Membership };

/** What a change to a longer period costs now. */
function Costs({ preview, membership }: PreviewProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { to, price, discount, credit, dueNow } = preview;
  const creditName = t(membership.credit ? "switch.creditWithBalance" : "switch.credit");
  const rows = [
    { name: t(`switch.planName.${to}`), price },
    ...(discount
      ? [discountRow(t("switch.discount", { code: discount.code }), discount.amount)]
      : []),
    ...(credit.amount > 0 ? [discountRow(creditName, credit)] : []),
  ];
  return (
    <div className={styles.costs}>
      <ChargeRows rows={rows} due={{ name: t("switch.now"), price: dueNow }} />
    </div>
  );
}

/** What a change of the period costs now and next, and when it takes effect. */
function SwitchCosts({ preview, membership }: PreviewProps) {
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const cardName = useCardName();
  const next = useNext(preview);
  const { to, on, creditLeft, dueNow } = preview;
  const { card, onTrial } = membership;
  if (isLater(to, membership)) {
    return (
      <>
        <p>{t(onTrial ? "switch.keepsTrial" : "switch.keepsYear", { date: date(on) })}</p>
        <p>{next}</p>
        <p>{t("switch.undoable")}</p>
      </>
    );
  }
  const begins =
    dueNow.amount > 0 && card
      ? t("switch.begins", { card: cardName(card) })
      : t("switch.beginsFree");
  return (
    <>
      <Costs preview={preview} membership={membership} />
      <p>{dueNow.amount > 0 && !card ? t("switch.needsCard") : begins}</p>
      <p>{next}</p>
      {creditLeft.amount > 0 && <p>{t("switch.creditLeft", { price: money(creditLeft) })}</p>}
    </>
  );
}

/** How a change of the period ended: done, planned, waiting for the bank or the buyer, or refused. */
export type SwitchEnd =
  | { kind: "switched" | "planned" | "settling"; membership: Membership }
  | { kind: "confirming" }
  | { kind: "declined" | "failed"; failure: ApiFailure };

/** Sends the change. Returns how it ended; null if the price was another one, and nothing was changed. */
async function sendSwitch(preview: SwitchPreview, page: PaymentPage): Promise<SwitchEnd | null> {
  const { to, dueNow } = preview;
  const { data, error } = await call(switchSubscription, { body: { to, dueNow: dueNow.amount } });
  if (error) {
    if (error.code === "price-changed") return null;
    // Cancelled or switched elsewhere: what is on screen is outdated.
    void refresh(getMembership);
    return { kind: error.code === "payment-declined" ? "declined" : "failed", failure: error };
  }
  const { membership, paymentUrl } = data;
  await setAnswer(getMembership, membership);
  void refresh(listPurchases);
  if (paymentUrl !== null) {
    page.open(paymentUrl);
    return { kind: "confirming" };
  }
  if (membership.nextPeriod === to) return { kind: "planned", membership };
  return { kind: membership.period === to ? "switched" : "settling", membership };
}

/** Returns the label of the button that changes the period, with the amount to be charged. */
function useAction(to: Period, membership: Membership, preview: SwitchPreview | undefined): string {
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  if (!preview) return t(`switch.to.${to}`);
  if (isLater(to, membership)) return t(`switch.later.${to}`, { date: date(preview.on) });
  const { dueNow } = preview;
  return dueNow.amount > 0 ? t("switch.pay", { price: money(dueNow) }) : t("switch.payNothing");
}

type SwitchDialogProps = {
  to: Period;
  membership: Membership;
  page: PaymentPage;
  /** Follows the change, whether it was made or refused. */
  onEnd: (end: SwitchEnd) => void;
  onClose: () => void;
};

/** Shows what another period costs now and next, and changes to it. Mounted while it is open. */
export function SwitchDialog({ to, membership, page, onEnd, onClose }: SwitchDialogProps) {
  const { t } = useTranslation("membership");
  const preview = useApiQuery(previewSwitch, { query: { to } }, { staleTime: 0 });
  const [isChanged, setChanged] = useState(false);
  const { busy, run } = useMutation(async (shown: SwitchPreview) => {
    setChanged(false);
    const end = await sendSwitch(shown, page);
    if (end) onEnd(end);
    else await refresh(previewSwitch).then(() => setChanged(true));
    return null;
  });
  const { data, isFetching } = preview;
  const lacksCard = data !== undefined && data.dueNow.amount > 0 && !membership.card;
  return (
    <ConfirmDialog
      open
      busy={busy || isFetching || !data || lacksCard}
      title={t(`switch.question.${to}`)}
      action={useAction(to, membership, data)}
      dismiss={t(`switch.keep.${to === "monthly" ? "yearly" : "monthly"}`)}
      onConfirm={() => data && void run(data)}
      onClose={onClose}
    >
      <QueryView query={preview} loading={<LoadingLines lines={6} />} hidesStale>
        {(shown) => <SwitchCosts preview={shown} membership={membership} />}
      </QueryView>
      {isChanged && <Notice intent="warning">{t("switch.changed")}</Notice>}
    </ConfirmDialog>
  );
}
