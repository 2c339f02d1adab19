import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Membership, SwitchPreview } from "../../../../src-shared/api/membership.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";
import { useCardName } from "./card-row.tsx";

const useStyles = makeStyles({
  list: { display: "grid", gap: "8px", margin: "8px 0 16px" },
  row: {
    display: "flex",
    justifyContent: "space-between",
    gap: "16px",
    "> dt": { minWidth: 0 },
    "> dd": { margin: 0, whiteSpace: "nowrap", fontVariantNumeric: "lining-nums tabular-nums" },
  },
  due: {
    paddingTop: "12px",
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
  },
});

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
  const { money } = useFormats();
  const { to, price, discount, credit, dueNow } = preview;
  return (
    <dl className={styles.list}>
      <div className={styles.row}>
        <dt>{t(`switch.planName.${to}`)}</dt>
        <dd>{money(price)}</dd>
      </div>
      {discount && (
        <div className={styles.row}>
          <dt>{t("switch.discount", { code: discount.code })}</dt>
          <dd>−{money(discount.amount)}</dd>
        </div>
      )}
      {credit.amount > 0 && (
        <div className={styles.row}>
          <dt>{t(membership.credit ? "switch.creditWithBalance" : "switch.credit")}</dt>
          <dd>−{money(credit)}</dd>
        </div>
      )}
      <div className={mergeClasses(styles.row, styles.due)}>
        <dt>{t("switch.now")}</dt>
        <dd>{money(dueNow)}</dd>
      </div>
    </dl>
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
