import { makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import type { Period } from "#shared/api/cart.ts";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { CancelFeedback } from "./cancel-feedback.tsx";
import { OpenPageNotice, PastDueNotice } from "./past-due-strip.tsx";
import { type PaymentPage, useMembershipPolling, usePaymentPage } from "./payment-page.ts";
import { canBeCancelled, PlanAndPayment } from "./plan-and-payment.tsx";
import { isSettling } from "./status-panel.tsx";
import { OutcomeNotice, ReturnNotice } from "./subscription-notices.tsx";
import { type SubscriptionOutcome, useSubscription } from "./use-subscription.ts";

type CancelDialogProps = {
  open: boolean;
  busy: boolean;
  membership: Membership;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before cancelling: what happens, when, and that it can be undone. */
function CancelDialog({ membership, ...dialog }: CancelDialogProps) {
  const { status, endsAt, withdrawUntil } = membership;
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  return (
    <ConfirmDialog
      {...dialog}
      isDanger
      title={t("cancel.question")}
      action={t("cancel.action")}
      dismiss={t("cancel.keep")}
    >
      {status === "past-due" ? (
        <>
          <p>{t("cancel.pastDue")}</p>
          <p>{t("cancel.pastDueThen")}</p>
        </>
      ) : (
        <>
          <p>{endsAt ? t("cancel.until", { date: date(endsAt) }) : t("cancel.untilEnd")}</p>
          <p>{t("cancel.then")}</p>
          <p>{t("cancel.undo")}</p>
          {withdrawUntil && (
            <p>
              <Trans
                t={t}
                i18nKey="cancel.withdrawal"
                components={{ page: <TextLink to={routePath("withdrawal")}>{null}</TextLink> }}
              />
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

const useStyles = makeStyles({
  stack: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "24px" },
});

/** Asks for a reason after the user has cancelled, never before. */
function Feedback({ outcome }: { outcome: SubscriptionOutcome | null }) {
  const user = useUser();
  if (outcome?.kind !== "cancel" || !user?.name || !user.email) return null;
  return <CancelFeedback sender={{ name: user.name, email: user.email }} />;
}

type NoticesProps = {
  membership: Membership;
  page: PaymentPage;
  outcome: SubscriptionOutcome | null;
};

/** What came of the last action, here or on a payment page. */
function Notices({ membership, page, outcome }: NoticesProps) {
  return (
    <>
      {outcome ? (
        <OutcomeNotice outcome={outcome} page={page} />
      ) : (
        <ReturnNotice membership={membership} result={page.result} />
      )}
      {membership.status === "past-due" || page.result === "paid" ? (
        <PastDueNotice membership={membership} page={page} />
      ) : (
        page.isOpen && <OpenPageNotice />
      )}
    </>
  );
}

type ManagerProps = { membership: Membership; period: Period };

/** A membership that was bought: plan, renewal and card, and the buttons that change them. */
export function SubscriptionManager({ membership, period }: ManagerProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const { busy, outcome, act, end, forget } = useSubscription({
    onEnd: () => {
      setAsking(false);
      // The button that had the focus may be gone.
      focusReplacement(heading.current);
    },
    // /subscription is for active members only.
    onOver: () => void navigate(routePath("membership"), { replace: true }),
  });
  const page = usePaymentPage(membership, forget);
  const waits = outcome?.kind === "settling" && period === "monthly";
  useMembershipPolling(waits || isSettling(membership));
  return (
    <div className={styles.stack}>
      <Notices membership={membership} page={page} outcome={outcome} />
      <PlanAndPayment
        membership={membership}
        period={period}
        page={page}
        busy={busy}
        headingRef={heading}
        onUndo={() => void act("undoSwitch")}
        onSwitched={end}
        onCancel={() => setAsking(true)}
        onResume={() => void act("resume")}
      />
      <Feedback outcome={outcome} />
      <CancelDialog
        open={asking && canBeCancelled(membership)}
        busy={busy}
        membership={membership}
        onConfirm={() => void act("cancel")}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
