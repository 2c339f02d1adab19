import { Field, Link, makeStyles, Radio, RadioGroup, Textarea } from "@fluentui/react-components";
import { Trans, useTranslation } from "react-i18next";
import { sendContactMessage } from "#shared/api/contact.ts";
import {
  type LeavingAnswer,
  type LeavingReason,
  leavingReasons,
  leavingTextMax,
  takeStayOffer,
} from "#shared/api/leaving.ts";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  question: { display: "grid", gap: "8px" },
  // Fluent mutes the labels of radios that are not checked, which looks disabled here.
  reason: { color: tokens.colorNeutralForeground1 },
  // Below the label of its reason.
  offer: { margin: "0 0 8px 36px" },
});

/** What becomes of the membership when it is cancelled. */
function Consequences({ membership }: { membership: Membership }) {
  const { status, endsAt, onTrial, withdrawUntil } = membership;
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  if (status === "past-due") {
    return (
      <>
        <p>{t("cancel.pastDue")}</p>
        <p>{t("cancel.pastDueThen")}</p>
      </>
    );
  }
  return (
    <>
      <p>
        {endsAt
          ? t(onTrial ? "cancel.untilTrial" : "cancel.until", { date: date(endsAt) })
          : t("cancel.untilEnd")}
      </p>
      <p>{t("cancel.then")}</p>
      <p>{t("cancel.undo")}</p>
      {withdrawUntil && !onTrial && (
        <p>
          <Trans
            t={t}
            i18nKey="cancel.withdrawal"
            components={{ page: <TextLink to={routePath("withdrawal")}>{null}</TextLink> }}
          />
        </p>
      )}
    </>
  );
}

/** Sends the owner a message that asks for free days, and counts that. Returns the failure when it could not be sent. */
function usePauseRequest(answer: LeavingAnswer, onAsked: () => void) {
  const { t } = useTranslation("membership");
  const user = useUser();
  return useMutation(async () => {
    const email = user?.email ?? "";
    const message = [t("cancel.pause.message"), answer.text].filter(Boolean).join("\n\n");
    const subject = t("cancel.pause.subject");
    const body = { name: user?.name || email.slice(0, 100), email, subject, message };
    const { error } = await call(sendContactMessage, { body });
    if (error) return error;
    void call(takeStayOffer, { body: { ...answer, offer: "pause" }, silent: true });
    onAsked();
    return null;
  });
}

type OfferProps = {
  membership: Membership;
  answer: LeavingAnswer;
  onYearly: () => void;
  onPauseAsked: () => void;
};

/** What may keep a member for whom it is too expensive: a year, where it costs less than twelve months. */
function YearlyOffer({ membership: { yearly, unsettled }, onYearly }: OfferProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { money } = useFormats();
  // The plan is not changed while the bank decides about a debit.
  if (!yearly || unsettled) return null;
  const { price, saving } = yearly;
  return (
    <p className={styles.offer}>
      {t("cancel.yearly", { price: money(price), saving: money(saving) })}{" "}
      <Link as="button" inline onClick={onYearly}>
        {t("switch.to.yearly")}
      </Link>
    </p>
  );
}

/** What may keep a member who has no time: free days, which only the owner can give. */
function PauseOffer({ membership, answer, onPauseAsked }: OfferProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { busy, failure, run } = usePauseRequest(answer, onPauseAsked);
  if (membership.status !== "active") return null;
  return (
    <>
      <p className={styles.offer}>
        {t("cancel.pause.text")}{" "}
        <Link as="button" inline disabledFocusable={busy} onClick={() => void run()}>
          {t("cancel.pause.action")}
        </Link>
      </p>
      {failure && <Notice intent="error">{t("cancel.pause.failed")}</Notice>}
    </>
  );
}

/** What fits a reason; nothing for most. */
const offers: Partial<Record<LeavingReason, typeof PauseOffer>> = {
  "too-expensive": YearlyOffer,
  "no-time": PauseOffer,
};

type QuestionProps = OfferProps & { onChange: (answer: LeavingAnswer) => void };

/** Asks why, which may be left open. */
function LeavingQuestion({ onChange, ...offered }: QuestionProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { answer } = offered;
  const Offer = answer.reason && offers[answer.reason];
  return (
    <div className={styles.question}>
      <Field label={t("cancel.why.title")} hint={t("cancel.why.hint")} size="large">
        <RadioGroup
          value={answer.reason ?? ""}
          onChange={(_, { value }) =>
            onChange({ ...answer, reason: leavingReasons.find((reason) => reason === value) })
          }
        >
          {leavingReasons.map((reason) => (
            <Radio
              key={reason}
              value={reason}
              label={<span className={styles.reason}>{t(`cancel.why.reason.${reason}`)}</span>}
            />
          ))}
        </RadioGroup>
      </Field>
      {Offer && <Offer {...offered} />}
      <Field label={t("cancel.why.text")} size="large">
        <Textarea
          rows={2}
          size="large"
          resize="vertical"
          maxLength={leavingTextMax}
          value={answer.text ?? ""}
          onChange={(_, { value }) => onChange({ ...answer, text: value })}
        />
      </Field>
    </div>
  );
}

type CancelDialogProps = QuestionProps & {
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Asks before cancelling: what happens, when, and that it can be undone. It also asks why, but cancelling needs no answer: the
 * buttons have the focus and work from the start.
 */
export function CancelDialog({ open, busy, onConfirm, onClose, ...question }: CancelDialogProps) {
  const { t } = useTranslation("membership");
  return (
    <ConfirmDialog
      open={open}
      busy={busy}
      isDanger
      focusesButtons
      title={t("cancel.question")}
      action={t("cancel.action")}
      dismiss={t("cancel.keep")}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Consequences membership={question.membership} />
      <LeavingQuestion {...question} />
    </ConfirmDialog>
  );
}
