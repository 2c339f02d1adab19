import { Button, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  cancelSubscription,
  getMembership,
  type Membership,
  resumeSubscription,
} from "../../../../src-shared/api/membership.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { call } from "../../../api-client/client.ts";
import { refresh } from "../../../api-client/query.ts";
import { ConfirmDialog, opensDialog } from "../../../components/confirm-dialog.tsx";
import { DangerButton } from "../../../components/danger-button.tsx";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useMutation } from "../../../components/use-mutation.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { StatusPanel } from "./status-panel.tsx";

const endpoints = { cancel: cancelSubscription, resume: resumeSubscription };
type SubscriptionAction = keyof typeof endpoints;

/** The result of the last action: the changed membership, or null if nothing was changed. */
type SubscriptionOutcome = { action: SubscriptionAction; membership: Membership | null };

/** Cancels or resumes the subscription and refreshes it on every page. `onEnd` follows either result. */
function useSubscription(onEnd: () => void) {
  const [outcome, setOutcome] = useState<SubscriptionOutcome | null>(null);
  const { busy, run } = useMutation(async (action: SubscriptionAction) => {
    setOutcome(null);
    const { data, error } = await call(endpoints[action], {});
    if (data) await refresh(getMembership);
    setOutcome({ action, membership: data });
    onEnd();
    return error;
  });
  return { busy, outcome, run };
}

type CancelDialogProps = {
  open: boolean;
  busy: boolean;
  endsAt: Membership["endsAt"];
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before cancelling: what happens, when, and that it can be undone. */
function CancelDialog({ endsAt, ...dialog }: CancelDialogProps) {
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
      <p>{endsAt ? t("cancel.until", { date: date(endsAt) }) : t("cancel.untilEnd")}</p>
      <p>{t("cancel.then")}</p>
      <p>{t("cancel.undo")}</p>
    </ConfirmDialog>
  );
}

/** Confirms cancelling or resuming; a failure links to the contact page. */
function OutcomeNotice({ outcome }: { outcome: SubscriptionOutcome }) {
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

const useStyles = makeStyles({
  stack: { display: "grid", gap: "24px" },
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

/**
 * The subscription, with buttons that cancel it at the end of the period or resume it. Granted
 * memberships and the access of admins cannot be changed here.
 */
export function SubscriptionManager({ membership }: { membership: Membership }) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, outcome, run } = useSubscription(() => {
    setAsking(false);
    // The button that had the focus may be gone.
    heading.current?.focus();
  });
  const { status, source, endsAt } = membership;
  const bought = source === "purchase";
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
              onClick={() => void run("resume")}
            >
              {t("resume.action")}
            </Button>
          </>
        )}
        {bought && status === "active" && (
          <DangerButton size="large" {...opensDialog} onClick={() => setAsking(true)}>
            {t("cancel.action")}
          </DangerButton>
        )}
        <TextLink to={routePath("membership")} className={styles.link}>
          {t("receiptsLink")}
        </TextLink>
      </StatusPanel>
      <CancelDialog
        open={asking}
        busy={busy}
        endsAt={endsAt}
        onConfirm={() => void run("cancel")}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
