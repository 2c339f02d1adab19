import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";
import { routePath } from "#shared/routes.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { Confirmed, Settling, Unpaid } from "./checkout/purchase-outcome.tsx";
import { useActivation } from "./checkout/use-activation.ts";

/** Says that the address names no purchase of this user. */
function UnknownPurchase() {
  const { t } = useTranslation("checkout");
  return (
    <EmptyState
      motif="tunnel"
      title={t("success.unknown")}
      action={<ButtonLink to={routePath("membership")}>{t("success.toPurchases")}</ButtonLink>}
    />
  );
}

function PurchaseOutcome({ id }: { id: string }) {
  const { t } = useTranslation("checkout");
  const activation = useActivation(id);
  const checking = (content: ReactNode) => (
    <Page title={t("success.checking")} width="reading">
      {content}
    </Page>
  );
  return (
    <QueryView
      query={activation}
      loading={checking(<LoadingLines lines={3} />)}
      renderFailure={({ kind }, standard) =>
        checking(kind === "rejected" ? <UnknownPurchase /> : standard)
      }
    >
      {(purchase) => {
        const { status } = purchase;
        if (status === "open" || status === "declined" || status === "expired") {
          return <Unpaid purchase={{ ...purchase, status }} />;
        }
        if (activation.done) return <Confirmed purchase={purchase} />;
        return <Settling late={activation.late} />;
      }}
    </QueryView>
  );
}

/** /cart/subscription/success?purchase=<id>: waits until the purchase is paid and activated. */
export default function SubscriptionSuccessPage() {
  const [search] = useSearchParams();
  const id = search.get("purchase");
  return id ? (
    <PurchaseOutcome key={id} id={id} />
  ) : (
    <Navigate to={routePath("membership")} replace />
  );
}
