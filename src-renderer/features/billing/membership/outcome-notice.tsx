import { useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import type { SubscriptionOutcome } from "./use-subscription.ts";

/** Says what came of cancelling or resuming; a failure leads to the contact page. */
export function OutcomeNotice({ outcome }: { outcome: SubscriptionOutcome }) {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { action, membership } = outcome;
  if (!membership) {
    return (
      <Notice intent="error">
        <p>{t(`${action}.failed`)}</p>
        <TextLink to={routePath("contact")}>{t("cancel.contact")}</TextLink>
      </Notice>
    );
  }
  const on = action === "cancel" ? membership.endsAt : membership.nextCharge?.on;
  return (
    <Notice intent="success">
      {on ? t(`${action}.done`, { date: date(on) }) : t(`${action}.doneNoDate`)}
    </Notice>
  );
}
