import { useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { isBlocked } from "./payments-blocked.tsx";
import type { PaymentFailure } from "./use-payment.ts";

/** Says why a payment could not be begun, and what to do. The cart is kept in any case. */
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
    case "price-changed":
      return <Notice intent="error">{t("failed.priceChanged")}</Notice>;
    default:
      return <Notice intent="error">{t("failed.other")}</Notice>;
  }
}
