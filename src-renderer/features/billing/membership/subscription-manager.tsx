import { makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { CancelFeedback } from "./cancel-feedback.tsx";
import { canBeCancelled, cancelParameter } from "./cancelling.ts";
import { OpenPageNotice, PastDueNotice } from "./past-due-strip.tsx";
import { type PaymentPage, useMembershipPolling, usePaymentPage } from "./payment-page.ts";
import { PlanAndPayment } from "./plan-and-payment.tsx";
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
  nothing: {
    padding: "24px 32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "> p": { margin: "8px 0 0", maxWidth: "60ch" },
    [media.phone]: { padding: "20px" },
  },
  link: { display: "inline-flex", alignItems: "center", justifySelf: "start", minHeight: "44px" },
});

/** Returns whether the question is open, which an address can ask for. */
function useCancelQuestion(canCancel: boolean) {
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const isLinked = search.has(cancelParameter);
  const close = () => {
    setAsking(false);
    if (isLinked) setSearch({}, { replace: true });
  };
  return {
    isOpen: canCancel && (asking || isLinked),
    isLinked,
    open: () => setAsking(true),
    close,
  };
}

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

/** For memberships that are not paid for: granted ones, and the access of admins. */
function NothingToManage() {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  return (
    <section aria-labelledby="nothing" className={styles.nothing}>
      <Heading level={2} size="small" id="nothing">
        {t("nothing.title")}
      </Heading>
      <p>{t("nothing.text")}</p>
    </section>
  );
}

/** The subscription: plan and card, and the buttons that cancel or resume it. */
export function SubscriptionManager({ membership }: { membership: Membership }) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const question = useCancelQuestion(canBeCancelled(membership));
  // The button that had the focus may be gone.
  const focusHeading = () => focusReplacement(heading.current);
  const { busy, outcome, act, end, forget } = useSubscription({
    onEnd: () => {
      question.close();
      focusHeading();
    },
    // The page is for active members only.
    onOver: () => void navigate(routePath("membership")),
  });
  const page = usePaymentPage(membership, forget);
  const { status, source, period } = membership;
  const waits = outcome?.kind === "settling" && period === "monthly";
  useMembershipPolling(waits || isSettling(membership));
  const isPaid = source === "purchase" && status !== "none" && status !== "ended";
  return (
    <div className={styles.stack}>
      <Notices membership={membership} page={page} outcome={outcome} />
      {isPaid && period ? (
        <PlanAndPayment
          membership={membership}
          period={period}
          page={page}
          busy={busy}
          headingRef={heading}
          onUndo={() => void act("undoSwitch")}
          onSwitched={end}
          onCancel={question.open}
          onResume={() => void act("resume")}
        />
      ) : (
        <NothingToManage />
      )}
      <Feedback outcome={outcome} />
      <TextLink to={routePath("membership")} className={styles.link}>
        {t("receiptsLink")}
      </TextLink>
      <CancelDialog
        open={question.isOpen}
        busy={busy}
        membership={membership}
        onConfirm={() => void act("cancel")}
        onClose={() => {
          question.close();
          // No button here has opened it.
          if (question.isLinked) focusHeading();
        }}
      />
    </div>
  );
}
