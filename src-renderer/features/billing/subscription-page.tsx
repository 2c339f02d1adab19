import { useTranslation } from "react-i18next";
import { Page } from "#renderer/components/page.tsx";
import { MembershipParts } from "./membership-page.tsx";

/** /subscription: the address at which mails and payment pages lead active members to their membership. */
export default function SubscriptionPage() {
  const { t } = useTranslation("titles");
  return (
    <Page title={t("subscription")}>
      <MembershipParts />
    </Page>
  );
}
