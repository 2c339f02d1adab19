import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Membership, SwitchPreview } from "#shared/api/membership.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { ChargeRows, offRow } from "../charge-rows.tsx";
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

type PreviewProps = { preview: SwitchPreview; membership: Membership };

/** What a change to a longer period costs now. */
function Costs({ preview, membership }: PreviewProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { to, price, discount, credit, dueNow } = preview;
  const creditName = t(membership.credit ? "switch.creditWithBalance" : "switch.credit");
  const rows = [
    { name: t(`switch.planName.${to}`), price },
    ...(discount ? [offRow(t("switch.discount", { code: discount.code }), discount.amount)] : []),
    ...(credit.amount > 0 ? [offRow(creditName, credit)] : []),
  ];
  return (
    <div className={styles.costs}>
      <ChargeRows rows={rows} due={{ name: t("switch.now"), price: dueNow }} />
    </div>
  );
}

/** What a change of the period costs now and next, and when it takes effect. */
export function SwitchCosts({ preview, membership }: PreviewProps) {
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const cardName = useCardName();
  const next = useNext(preview);
  const { to, on, creditLeft, dueNow } = preview;
  const { card } = membership;
  if (to === "monthly") {
    return (
      <>
        <p>{t("switch.keepsYear", { date: date(on) })}</p>
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
