import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { Notice } from "../../../components/notice.tsx";

/** Told to those whom the payment page sent back with `?payment=declined`. */
export function DeclinedNotice() {
  const { t } = useTranslation("checkout");
  const [search] = useSearchParams();
  return search.get("payment") === "declined" ? (
    <Notice intent="warning">{t("declined")}</Notice>
  ) : null;
}
