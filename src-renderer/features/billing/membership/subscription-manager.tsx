import { Button, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { canBeCancelled, cancelParameter } from "./cancelling.ts";
import { OpenPageNotice, PastDueNotice } from "./past-due-strip.tsx";
import { type PaymentPage, useMembershipPolling, usePaymentPage } from "./payment-page.ts";
import { PlanAndPayment } from "./plan-and-payment.tsx";
import { isSettling, StatusPanel } from "./status-panel.tsx";
import { OutcomeNotice, ReturnNotice } from "./subscription-notices.tsx";
import { type SubscriptionOutcome, useSubscription } from "./use-subscription.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "24px" },
  hint: { margin: 0, flexBasis: "100%" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** Says what resuming means. */
function ResumeHint({ endsAt }: Pick<Membership, "endsAt">) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  return (
    <p className={styles.hint}>
      {endsAt ? t("resume.hint", { date: date(endsAt) }) : t("resume.hintNoDate")}
    </p>
  );
}

/** Returns whether the question is open, which an address can ask for. */
function useCancelQuestion(canCancel: boolean) {
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const asked = search.has(cancelParameter);
  const close = () => {
    setAsking(false);
    if (asked) setSearch({}, { replace: true });
  };
  return { isOpen: canCancel && (asking || asked), asked, open: () => setAsking(true), close };
}

type ActionsProps = {
  membership: Membership;
  busy: boolean;
  onCancel: () => void;
  onResume: () => void;
};

/** The buttons that cancel or resume, and the link to the receipts. */
function Actions({ membership, busy, onCancel, onResume }: ActionsProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { status, source, endsAt } = membership;
  return (
    <>
      {source === "purchase" && status === "ending" && (
        <>
          <ResumeHint endsAt={endsAt} />
          <Button appearance="primary" size="large" disabledFocusable={busy} onClick={onResume}>
            {t("resume.action")}
          </Button>
        </>
      )}
      {canBeCancelled(membership) && (
        <DangerButton size="large" {...opensDialog} onClick={onCancel}>
          {t("cancel.action")}
        </DangerButton>
      )}
      <TextLink to={routePath("membership")} className={styles.link}>
        {t("receiptsLink")}
      </TextLink>
    </>
  );
}

// Forms are large, and few members cancel.
const CancelFeedback = lazyChunk(() => import("./cancel-feedback.tsx"));

/** Asks for a reason after the user has cancelled, never before. */
function Feedback({ outcome }: { outcome: SubscriptionOutcome | null }) {
  const user = useUser();
  if (outcome?.kind !== "cancel" || !user?.name || !user.email) return null;
  return (
    <ErrorBoundary fallback={null}>
      <CancelFeedback sender={{ name: user.name, email: user.email }} />
    </ErrorBoundary>
  );
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

/**
 * The subscription: its state, the plan and the card that can be changed, and buttons that cancel it at the
 * end of the period or resume it. Granted memberships and the access of admins cannot be changed here.
 */
export function SubscriptionManager({ membership }: { membership: Membership }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const question = useCancelQuestion(canBeCancelled(membership));
  // The button that had the focus may be gone.
  const focusHeading = () => heading.current?.focus();
  const { busy, outcome, act, end, forget } = useSubscription({
    onEnd: () => {
      question.close();
      focusHeading();
    },
    // The page is for active members only.
    onOver: () => void navigate(routePath("membership")),
  });
  const page = usePaymentPage(membership, forget);
  const { status, period } = membership;
  const waits = outcome?.kind === "settling" && period === "monthly";
  useMembershipPolling(waits || isSettling(membership));
  const isRunning = status === "active" || status === "past-due";
  return (
    <div className={styles.stack}>
      <Notices membership={membership} page={page} outcome={outcome} />
      <StatusPanel membership={membership} headingRef={heading}>
        <Actions
          membership={membership}
          busy={busy}
          onCancel={question.open}
          onResume={() => void act("resume")}
        />
      </StatusPanel>
      <Feedback outcome={outcome} />
      {isRunning && membership.source === "purchase" && period && (
        <PlanAndPayment
          membership={membership}
          period={period}
          page={page}
          busy={busy}
          onUndo={() => void act("undoSwitch")}
          onSwitched={end}
        />
      )}
      <CancelDialog
        open={question.isOpen}
        busy={busy}
        membership={membership}
        onConfirm={() => void act("cancel")}
        onClose={() => {
          question.close();
          // No button here has opened it.
          if (question.asked) focusHeading();
        }}
      />
    </div>
  );
}
