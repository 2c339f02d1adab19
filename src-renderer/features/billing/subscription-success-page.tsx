import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState, LoadingLines } from "../../components/states.tsx";
import { Confirmed } from "./checkout/confirmed.tsx";
import { Settling } from "./checkout/settling.tsx";
import { Unpaid } from "./checkout/unpaid.tsx";
import { useActivation } from "./checkout/use-activation.ts";

/** The address names no purchase of this user. */
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

/** Follows one purchase and says how it stands. */
function PurchaseOutcome({ id }: { id: string }) {
  const { t } = useTranslation("checkout");
  const { purchase, done, late, failure, retry } = useActivation(id);
  if (!purchase) {
    return (
      <Page title={t("success.checking")} width="reading">
        {!failure && <LoadingLines lines={3} />}
        {failure?.kind === "rejected" && <UnknownPurchase />}
        {failure && failure.kind !== "rejected" && (
          <ErrorState kind={failure.kind} onRetry={retry} />
        )}
      </Page>
    );
  }
  const { status } = purchase;
  if (status === "open" || status === "declined" || status === "expired") {
    return <Unpaid purchase={{ ...purchase, status }} />;
  }
  return done ? <Confirmed purchase={purchase} /> : <Settling late={late} />;
}

/** /cart/subscription/success?purchase=<id>: waits for the activation, then leads on (ruling 17). */
export default function SubscriptionSuccessPage() {
  const [search] = useSearchParams();
  const id = search.get("purchase");
  return id ? (
    <PurchaseOutcome key={id} id={id} />
  ) : (
    <Navigate to={routePath("membership")} replace />
  );
}
