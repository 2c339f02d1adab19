import { Spinner } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorState } from "../../components/states.tsx";
import { Confirmed } from "./checkout/confirmed.tsx";
import { useActivation } from "./checkout/use-activation.ts";

/** Waits for one purchase and says how it stands. */
function PurchaseOutcome({ id }: { id: string }) {
  const { t } = useTranslation("checkout");
  const activation = useActivation(id);
  if (activation.state === "failed") {
    return (
      <Page title={t("success.unclear")} width="reading">
        <ErrorState kind={activation.failure.kind} onRetry={activation.retry} />
      </Page>
    );
  }
  if (activation.state !== "known") {
    return (
      <Page title={t("success.waiting.title")} lead={t("success.waiting.text")} width="reading">
        <div role="status">
          {activation.state === "waiting" ? (
            <Spinner label={t("success.waiting.spinner")} labelPosition="after" />
          ) : (
            <Notice>{t("success.late")}</Notice>
          )}
        </div>
      </Page>
    );
  }
  const { purchase } = activation;
  if (purchase.status === "paid") return <Confirmed purchase={purchase} />;
  return (
    <Page title={t("success.unpaid.title")} lead={t("success.unpaid.text")} width="reading">
      <ButtonLink to={routePath("memberships")} look="accent">
        {t("success.unpaid.action")}
      </ButtonLink>
    </Page>
  );
}

/** /cart/subscription/success: waits for the activation, then leads on (ruling 17). */
export default function SubscriptionSuccessPage() {
  const [search] = useSearchParams();
  const id = search.get("purchase");
  return id ? <PurchaseOutcome id={id} /> : <Navigate to={routePath("membership")} replace />;
}
