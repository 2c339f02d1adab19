import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { isBlocked } from "../checkout/payment-notices.tsx";
import { type PaymentPage, type PaymentResult, useOpenPage } from "./payment-page.ts";
import type { SubscriptionOutcome } from "./use-subscription.ts";

type Changed = Extract<SubscriptionOutcome, { membership: Membership }>;

/** Returns the outcome of a change of the membership. */
function useChangeText({ kind, membership }: Changed): string {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { endsAt, nextCharge } = membership;
  const next = nextCharge && date(nextCharge.on);
  switch (kind) {
    case "cancel":
      return endsAt ? t("cancel.done", { date: date(endsAt) }) : t("cancel.doneNoDate");
    case "resume":
      return next ? t("resume.done", { date: next }) : t("resume.doneNoDate");
    case "undoSwitch":
      return t(`switch.undone.${membership.period ?? "yearly"}`);
    case "planned":
      return t(`switch.plannedDone.${membership.nextPeriod ?? "monthly"}`, { date: next ?? "" });
    case "switched":
      return t("switch.done.yearly", { date: next ?? "" });
    case "settling":
      return t("switch.settling");
  }
}

function ChangeNotice({ outcome }: { outcome: Changed }) {
  const text = useChangeText(outcome);
  return <Notice intent={outcome.kind === "settling" ? "info" : "success"}>{text}</Notice>;
}

const failureTexts = {
  "cancel-failed": "cancel.failed",
  "resume-failed": "resume.failed",
  "undoSwitch-failed": "switch.undoFailed",
  failed: "switch.failed",
} as const;

const useStyles = makeStyles({ button: { marginTop: "12px" } });

/** A card that was declined: nothing was changed, and another card can be given. */
function DeclinedCard({ page }: { page: PaymentPage }) {
  const styles = useStyles();
  const { t } = useTranslation(["membership", "billing"]);
  const { busy, failure, run } = useOpenPage(page);
  return (
    <Notice intent="error">
      <p>{t("switch.declined")}</p>
      {failure && <p>{isBlocked(failure) ? t("billing:blocked") : t("settings.cardFailed")}</p>}
      <Button
        size="large"
        className={styles.button}
        disabledFocusable={busy}
        onClick={() => void run("card")}
      >
        {t("settings.changeCard")}
      </Button>
    </Notice>
  );
}

type OutcomeNoticeProps = { outcome: SubscriptionOutcome; page: PaymentPage };

/** Says what came of a change, or that it failed; a failure changed nothing. */
export function OutcomeNotice({ outcome, page }: OutcomeNoticeProps) {
  const { t } = useTranslation(["membership", "billing"]);
  if ("membership" in outcome) return <ChangeNotice outcome={outcome} />;
  if (outcome.kind === "pause-asked") {
    return <Notice intent="success">{t("cancel.pause.asked")}</Notice>;
  }
  if (outcome.kind === "declined") return <DeclinedCard page={page} />;
  const { kind, failure } = outcome;
  if (kind === "failed" && isBlocked(failure)) {
    return <Notice intent="error">{t("billing:blocked")}</Notice>;
  }
  return (
    <Notice intent="error">
      <p>{t(failureTexts[kind])}</p>
      {kind !== "undoSwitch-failed" && (
        <TextLink to={routePath("contact")}>{t("cancel.contact")}</TextLink>
      )}
    </Notice>
  );
}

/** Returns the outcome that the payment page put into the return address: `?payment=…`, `?card=saved`. */
function useReturned(): PaymentResult | "declined" | null {
  const [search] = useSearchParams();
  if (search.get("card") === "saved") return "card";
  const payment = search.get("payment");
  return payment === "paid" || payment === "declined" ? payment : null;
}

type ReturnNoticeProps = { membership: Membership; result: PaymentResult | null };

/** Confirms the outcome of a payment page, from the address or from changes since it was opened. */
export function ReturnNotice({ membership, result }: ReturnNoticeProps) {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const returned = useReturned();
  const { status, nextCharge } = membership;
  const isPastDue = status === "past-due";
  switch (result ?? returned) {
    case "card":
      return (
        <Notice intent="success">
          {t(isPastDue ? "settings.cardSavedPastDue" : "settings.cardSaved")}
        </Notice>
      );
    case "switched":
      return (
        <Notice intent="success">
          {t("switch.done.yearly", { date: nextCharge ? date(nextCharge.on) : "" })}
        </Notice>
      );
    case "paid":
      // Replaces the notice that asked for it.
      if (result === "paid") return null;
      return (
        <Notice intent="success">{t(isPastDue ? "settings.settling" : "settings.paid")}</Notice>
      );
    case "declined":
      return <Notice intent="warning">{t("settings.declined")}</Notice>;
    case null:
      return null;
  }
}
