import { makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Period } from "#shared/api/cart.ts";
import { type LeavingAnswer, takeStayOffer } from "#shared/api/leaving.ts";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { OpenPageNotice, PastDueNotice } from "./past-due-strip.tsx";
import { type PaymentPage, useMembershipPolling, usePaymentPage } from "./payment-page.ts";
import { canBeCancelled, PlanAndPayment } from "./plan-and-payment.tsx";
import { isSettling } from "./status-panel.tsx";
import { OutcomeNotice, ReturnNotice } from "./subscription-notices.tsx";
import { SwitchDialog, type SwitchEnd } from "./switch-dialog.tsx";
import { type SubscriptionOutcome, useSubscription } from "./use-subscription.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "24px" },
});

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
  const [answer, setAnswer] = useState<LeavingAnswer>({});
  const [isOffered, setOffered] = useState(false);
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
  const endOffer = (result: SwitchEnd) => {
    setOffered(false);
    const isTaken = result.kind !== "declined" && result.kind !== "failed";
    if (isTaken) void call(takeStayOffer, { body: { ...answer, offer: "yearly" }, silent: true });
    end(result);
  };
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
      <CancelDialog
        open={asking && canBeCancelled(membership)}
        busy={busy}
        membership={membership}
        answer={answer}
        onChange={setAnswer}
        onYearly={() => {
          setAsking(false);
          setOffered(true);
        }}
        onPauseAsked={() => end({ kind: "pause-asked" })}
        onConfirm={() => void act("cancel", answer)}
        onClose={() => setAsking(false)}
      />
      {isOffered && (
        <SwitchDialog
          to="yearly"
          membership={membership}
          page={page}
          onEnd={endOffer}
          onClose={() => setOffered(false)}
        />
      )}
    </div>
  );
}
