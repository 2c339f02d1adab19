import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Quote } from "#shared/api/billing.ts";
import { type Catalogue, trialReminderDays } from "#shared/api/catalogue.ts";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { ChargeRows, discountRow } from "../charge-rows.tsx";
import { comparablePrice, planOf, SavingBadge } from "../plans/plan-facts.tsx";

const useStyles = makeStyles({
  panel: {
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "16px" },
  },
  loading: { boxSizing: "border-box", minHeight: "132px" },
  // Reserves the lines, so that nothing moves when the prices to compare with arrive.
  saving: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    minHeight: "30px",
    marginTop: "12px",
    color: tokens.colorNeutralForeground2,
  },
  stale: { opacity: 0.6 },
  next: { margin: "12px 0 0", color: tokens.colorNeutralForeground2 },
});

/** Placeholder of the summary, of the height that one plan needs. */
export function ChargeSummarySkeleton() {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.panel, styles.loading)}>
      <LoadingLines lines={5} />
    </div>
  );
}

/** What a yearly plan saves compared with twelve monthly payments. */
function YearlySaving({ catalogue }: { catalogue: Catalogue | undefined }) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const monthly = planOf(catalogue, "monthly");
  return (
    <div className={styles.saving}>
      {catalogue && monthly && catalogue.yearlySaving.amount > 0 && (
        <>
          <SavingBadge catalogue={catalogue} />
          {t("summary.instead", { price: money(comparablePrice(monthly)) })}
        </>
      )}
    </div>
  );
}

type ChargeSummaryProps = {
  quote: Quote;
  catalogue: Catalogue | undefined;
  /** Whether the quote is outdated while a new one loads. */
  stale: boolean;
  /** Whether the year in it is paid once and does not renew. */
  isOnce?: boolean;
  /** Whether it says what a yearly plan saves: the choice of a plan says so already. */
  saysSaving: boolean;
};

/** Returns the sentences on a trial, the first charge after it and how long a discount lasts; none without a trial. */
function useTrialTerms({ trial, renewal, discount }: Quote): string[] {
  const { t } = useTranslation("checkout");
  const { money, date } = useFormats();
  if (!trial || !renewal) return [];
  const { price, regularPrice, on, period } = renewal;
  const first = { count: trial.days, price: money(price), date: date(on) };
  const lasting = { count: discount?.periods ?? 1, price: money(regularPrice) };
  return [
    t("summary.trial.free", first),
    t(`summary.trial.renewal.${period}`),
    ...(discount?.periods === null ? [t("summary.discountAlways")] : []),
    ...(discount && discount.periods !== null ? [t("summary.trial.discountFor", lasting)] : []),
    ...(trial.days > trialReminderDays ? [t("summary.trial.reminder")] : []),
  ];
}

/** Returns the sentences on the next charge and on how long a discount lasts. */
function useWhatFollows(quote: Quote, isOnce: boolean): string[] {
  const { t } = useTranslation("checkout");
  const { money, date } = useFormats();
  const trial = useTrialTerms(quote);
  const { renewal, discount, dueNow, withoutTrial } = quote;
  if (trial.length > 0) return trial;
  if (!renewal) return [t("summary.once")];
  if (isOnce) return [t("once.ends", { date: date(renewal.on) })];
  const refused = withoutTrial ? [t(`summary.withoutTrial.${withoutTrial}`)] : [];
  const { period, price, regularPrice } = renewal;
  const next = { price: money(price), date: date(renewal.on) };
  const forFree = dueNow.amount === 0 && price.amount > 0 ? [t("summary.cardLater")] : [];
  const plain = t(`summary.renewal.${period}`, next);
  const after = [...forFree, ...refused];
  if (!discount) return [plain, ...after];
  if (price.amount === regularPrice.amount) return [plain, t("summary.discountOnce"), ...after];
  if (discount.periods === null) return [plain, t("summary.discountAlways"), ...after];
  const lasting = {
    count: discount.periods ?? 1,
    discounted: next.price,
    price: money(regularPrice),
  };
  return [t("summary.renewalOn", next), t(`summary.discountFor.${period}`, lasting), ...after];
}

/** What is charged now, and what next and when. */
export function ChargeSummary({
  quote,
  catalogue,
  stale,
  isOnce = false,
  saysSaving,
}: ChargeSummaryProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { lines, discount, dueNow, renewal } = quote;
  const rows = [
    ...lines.map(({ quantity, name, total: price }) => ({
      name: quantity > 1 ? `${quantity} × ${name}` : name,
      price,
    })),
    ...(discount && discount.amount.amount > 0
      ? [discountRow(t("summary.discount", { code: discount.code }), discount.amount)]
      : []),
  ];
  const whatFollows = useWhatFollows(quote, isOnce);
  return (
    <div aria-busy={stale} className={mergeClasses(styles.panel, stale && styles.stale)}>
      <ChargeRows
        rows={rows.length > 1 ? rows : []}
        due={{ name: t("summary.now"), price: dueNow }}
      />
      {saysSaving && renewal?.period === "yearly" && <YearlySaving catalogue={catalogue} />}
      <p className={styles.next}>{whatFollows.join(" ")}</p>
    </div>
  );
}
