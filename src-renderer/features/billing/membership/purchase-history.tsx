import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getCatalogue, listPurchases } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { ButtonLink } from "../../../components/links.tsx";
import { EmptyState, ErrorState, LoadingLines } from "../../../components/states.tsx";
import { useIsActiveMember } from "../../../session/session-store.ts";
import { tokens } from "../../../theme/tokens.ts";
import { PurchaseItem } from "./purchase-item.tsx";

const useStyles = makeStyles({
  section: { marginTop: "56px" },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    margin: "0 0 16px",
  },
  list: { margin: 0, padding: 0, listStyleType: "none" },
});

function NoPurchases() {
  const { t } = useTranslation("membership");
  const member = useIsActiveMember();
  return (
    <EmptyState
      motif="rosette"
      title={t("history.emptyTitle")}
      text={t("history.emptyText")}
      // Others have the way to the plans above already.
      action={member && <ButtonLink to={routePath("memberships")}>{t("plans")}</ButtonLink>}
    />
  );
}

/** How to get each extra on offer, by sku. */
function useDeliveries(): Map<string, string> {
  const catalogue = useApiQuery(getCatalogue, { silent: true });
  return new Map(catalogue.data?.extras.map(({ sku, delivery }) => [sku, delivery]));
}

/** What the user has bought, newest first, with receipts and how extras are got (ruling 16). */
export function PurchaseHistory() {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const purchases = useApiQuery(listPurchases, {});
  const deliveries = useDeliveries();
  const list = () => {
    if (purchases.data?.items.length === 0) return <NoPurchases />;
    if (purchases.data) {
      return (
        <ul className={styles.list}>
          {purchases.data.items.map((purchase) => (
            <PurchaseItem key={purchase.id} purchase={purchase} deliveries={deliveries} />
          ))}
        </ul>
      );
    }
    if (!purchases.isError) return <LoadingLines lines={5} />;
    const { kind } = purchases.error.failure;
    return <ErrorState kind={kind} onRetry={() => void purchases.refetch()} />;
  };
  return (
    <section aria-labelledby="purchases" className={styles.section}>
      <h2 id="purchases" className={styles.title}>
        {t("history.title")}
      </h2>
      {list()}
    </section>
  );
}
