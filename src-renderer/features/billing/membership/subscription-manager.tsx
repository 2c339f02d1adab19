import { Button, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Membership } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { OutcomeNotice } from "./outcome-notice.tsx";
import { StatusPanel } from "./status-panel.tsx";
import { useSubscription, type SubscriptionAction } from "./use-subscription.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "24px" },
  hint: { margin: 0, flexBasis: "100%" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** Why and at what cost one could resume. */
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

/**
 * The subscription with what can be done about it: cancelling at the end of the period, resuming.
 * A gift, and the access of an admin, can only be looked at.
 */
export function SubscriptionManager({ membership }: { membership: Membership }) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, outcome, run } = useSubscription();
  const { status, source, endsAt } = membership;
  const bought = source === "purchase";
  const finish = async (action: SubscriptionAction) => {
    await run(action);
    setAsking(false);
    // The button that was pressed may be gone.
    heading.current?.focus();
  };
  return (
    <div className={styles.stack}>
      {outcome && <OutcomeNotice outcome={outcome} />}
      <StatusPanel membership={membership} headingRef={heading}>
        {bought && status === "ending" && (
          <>
            <ResumeHint endsAt={endsAt} />
            <Button
              appearance="primary"
              size="large"
              disabledFocusable={busy}
              onClick={() => void finish("resume")}
            >
              {t("resume.action")}
            </Button>
          </>
        )}
        {bought && status === "active" && (
          <Button size="large" onClick={() => setAsking(true)}>
            {t("cancel.action")}
          </Button>
        )}
        <TextLink to={routePath("membership")} className={styles.link}>
          {t("receiptsLink")}
        </TextLink>
      </StatusPanel>
      <CancelDialog
        open={asking}
        busy={busy}
        endsAt={endsAt}
        onConfirm={() => void finish("cancel")}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
