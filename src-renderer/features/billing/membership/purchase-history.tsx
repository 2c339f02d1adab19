import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { listPurchases, type Purchase } from "#shared/api/billing.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { DeliveryState, useDeliveries } from "./delivery-state.tsx";
import { creditNotePath, receiptPath } from "./receipt-address.ts";

const usePurchaseItemStyles = makeStyles({
  item: {
    display: "grid",
    gridTemplateColumns: "176px minmax(0, 1fr) auto",
    gap: "4px 32px",
    padding: "20px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", gap: "8px" },
  },
  quiet: { color: tokens.colorNeutralForeground2 },
  lines: { display: "grid", gap: "12px", margin: 0, padding: 0, listStyleType: "none" },
  name: { fontWeight: 600 },
  delivery: { margin: "4px 0 0", color: tokens.colorNeutralForeground2, maxWidth: "60ch" },
  refund: { margin: "4px 0 0" },
  sum: {
    display: "grid",
    alignContent: "start",
    justifyItems: "end",
    [media.belowTablet]: {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "space-between",
      gap: "0 24px",
    },
  },
  total: { fontSize: "18px", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  receipt: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

type Deliveries = NonNullable<ReturnType<typeof useDeliveries>>;
type PurchaseItemProps = { purchase: Purchase; deliveries: Deliveries };
type LineProps = PurchaseItemProps & {
  line: Purchase["lines"][number];
  time: ReactNode;
};

function BoughtLine({ purchase, line, deliveries, time }: LineProps) {
  const styles = usePurchaseItemStyles();
  return (
    <li>
      <span className={styles.name}>{line.name}</span>
      {line.quantity > 1 && ` × ${line.quantity}`}
      {line.kind === "membership" && time}
      {line.kind === "extra" && (
        <DeliveryState line={line} status={purchase.status} delivery={deliveries(purchase, line)} />
      )}
    </li>
  );
}

/** What an invoice is for: the lines of an order, or the period of a membership that it pays. */
function BoughtLines({ purchase, deliveries }: PurchaseItemProps) {
  const styles = usePurchaseItemStyles();
  const { t } = useTranslation("membership");
  const { dates } = useFormats();
  const { reason, lines, covers } = purchase;
  const period = lines.find((line) => line.kind === "membership")?.period;
  const time = covers && <p className={styles.delivery}>{dates(covers.from, covers.until)}</p>;
  if (reason !== "checkout" && period) {
    return (
      <div>
        <span className={styles.name}>
          {reason === "renewal" ? t("history.renewal") : t(`history.switch.${period}`)}
        </span>
        {time}
      </div>
    );
  }
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <BoughtLine
          key={line.sku}
          purchase={purchase}
          line={line}
          deliveries={deliveries}
          time={time}
        />
      ))}
    </ul>
  );
}

/** What was paid back of an invoice, with the credit notes; of which lines, where it has several. */
function Refunds({ purchase }: { purchase: Purchase }) {
  const styles = usePurchaseItemStyles();
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const hasSeveral = purchase.lines.length > 1;
  return purchase.creditNotes.map(({ id, number, amount, issuedAt, lines }) => (
    <p key={id} className={styles.refund}>
      {t("history.refunded", { price: money(amount), date: date(issuedAt) })}
      {hasSeveral && lines.map((line) => ` · ${line.name}: ${money(line.amount)}`)}{" "}
      <TextLink to={creditNotePath(id)} className={styles.receipt}>
        {t("history.creditNoteNamed", { number })}
      </TextLink>
    </p>
  ));
}

/** One purchase: date, status, items, total, receipt, and refunds. */
function PurchaseItem({ purchase, deliveries }: PurchaseItemProps) {
  const styles = usePurchaseItemStyles();
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const { id, status, receiptNumber: number, credit, withdrawnAt } = purchase;
  return (
    <li className={styles.item}>
      <div>
        <div>{date(purchase.paidAt ?? purchase.createdAt)}</div>
        <div className={styles.quiet}>{t(`history.status.${status}`)}</div>
      </div>
      <div>
        <BoughtLines purchase={purchase} deliveries={deliveries} />
        {credit.amount > 0 && (
          <p className={styles.delivery}>{t("history.credit", { price: money(credit) })}</p>
        )}
        {withdrawnAt && (
          <p className={styles.refund}>{t("history.withdrawn", { date: date(withdrawnAt) })}</p>
        )}
        <Refunds purchase={purchase} />
      </div>
      <div className={styles.sum}>
        <span className={styles.total}>{money(purchase.total)}</span>
        {number && (
          <TextLink to={receiptPath(id)} className={styles.receipt}>
            {t("history.receiptNamed", { number })}
          </TextLink>
        )}
      </div>
    </li>
  );
}

const useStyles = makeStyles({
  section: { marginTop: "56px" },
  title: { marginBottom: "16px" },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  line: { width: "min(100%, 220px)" },
  price: { width: "64px" },
});

/** Placeholder for a purchase while the list loads. */
function HistorySkeleton() {
  const styles = useStyles();
  const row = usePurchaseItemStyles();
  const { t } = useTranslation("common");
  return (
    <Skeleton aria-label={t("loading")} className={row.item}>
      <SkeletonItem size={48} />
      <SkeletonItem size={24} className={styles.line} />
      <SkeletonItem size={24} className={styles.price} />
    </Skeleton>
  );
}

function NoPurchases() {
  const { t } = useTranslation("membership");
  const member = useIsActiveMember();
  const { data: catalogue } = useApiQuery(getCatalogue, { silent: true });
  const hasExtras = (catalogue?.extras.length ?? 0) > 0;
  return (
    <EmptyState
      motif="rosette"
      title={t("history.emptyTitle")}
      text={t("history.emptyText")}
      // For others the panel above links to the plans.
      action={
        member &&
        hasExtras && (
          <ButtonLink to={`${routePath("memberships")}#extras`}>
            {t("history.emptyAction")}
          </ButtonLink>
        )
      }
    />
  );
}

/** The user's purchases, newest first, with receipts and the delivery of extras. */
export function PurchaseHistory() {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const purchases = useApiQuery(listPurchases, {});
  const deliveries = useDeliveries();
  return (
    <section aria-labelledby="purchases" className={styles.section}>
      <Heading level={2} id="purchases" className={styles.title}>
        {t("history.title")}
      </Heading>
      <QueryView
        query={purchases}
        loading={<HistorySkeleton />}
        isEmpty={({ items }) => items.length === 0}
        empty={<NoPurchases />}
      >
        {({ items }) =>
          deliveries ? (
            <ul className={styles.list}>
              {items.map((purchase) => (
                <PurchaseItem key={purchase.id} purchase={purchase} deliveries={deliveries} />
              ))}
            </ul>
          ) : (
            <HistorySkeleton />
          )
        }
      </QueryView>
    </section>
  );
}
