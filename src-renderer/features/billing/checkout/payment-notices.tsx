import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import type { PaymentFailure } from "./use-payment.ts";

/** Says why nothing was paid: the payment page leads back with `?payment=declined`, or `trial-used`. */
export function DeclinedNotice() {
  const { t } = useTranslation("checkout");
  const [search] = useSearchParams();
  const payment = search.get("payment");
  if (payment !== "declined" && payment !== "trial-used") return null;
  return <Notice intent="warning">{t(payment === "declined" ? "declined" : "trialUsed")}</Notice>;
}

const useStyles = makeStyles({ blocked: { display: "grid", gap: "16px", justifyItems: "start" } });

/** Returns whether payments are unavailable: the API says so, or a gateway answers 503. */
export const isBlocked = ({ code, status }: { code?: string; status?: number }): boolean =>
  code === "payments-unavailable" || status === 503;

/** Says that payments are unavailable, with a button that tries again. */
export function PaymentsBlocked({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation(["billing", "common"]);
  return (
    <div className={styles.blocked}>
      <Notice intent="error">{t("blocked")}</Notice>
      <Button size="large" onClick={onRetry}>
        {t("common:failed.retry")}
      </Button>
    </div>
  );
}

/** Says why a payment could not be started. The cart is kept in any case. */
export function PaymentFailureNotice({ failure }: { failure: PaymentFailure }) {
  const { t } = useTranslation(["checkout", "billing"]);
  if (isBlocked(failure)) return <Notice intent="error">{t("billing:blocked")}</Notice>;
  switch (failure.code) {
    case "already-subscribed":
      return (
        <Notice intent="error">
          {t("failed.alreadySubscribed")}{" "}
          <TextLink to={routePath("membership")}>{t("billing:memberNote.action")}</TextLink>
        </Notice>
      );
    case "terms-outdated":
      return <Notice intent="error">{t("failed.termsOutdated")}</Notice>;
    case "item-unknown":
      return <Notice intent="error">{t("failed.itemUnknown")}</Notice>;
    case "amount-too-small":
      return <Notice intent="error">{t("failed.amountTooSmall")}</Notice>;
    case "amount-too-large":
      return <Notice intent="error">{t("failed.amountTooLarge")}</Notice>;
    case "price-changed":
      return <Notice intent="error">{t("failed.priceChanged")}</Notice>;
    default:
      return <Notice intent="error">{t("failed.other")}</Notice>;
  }
}
