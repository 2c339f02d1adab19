import { zodResolver } from "@hookform/resolvers/zod";
import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import {
  addWebhook,
  deleteWebhook,
  listWebhooks,
  replaceWebhookSecret,
  resendDelivery,
  testWebhook,
  webhookEvents,
  webhookFormSchema,
  type Webhook,
  type WebhookDelivery,
} from "#shared/api/webhooks.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import {
  ActionResult,
  useActionReport,
  type ActionReport,
} from "#renderer/components/action-result.tsx";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Details } from "#renderer/components/details.tsx";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { useFieldMessage } from "#renderer/components/form/field-parts.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { rootError, showFailure, type Failure } from "#renderer/components/form/use-submit.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { SecretOnce } from "./secret-once.tsx";

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  form: { maxWidth: "712px", paddingTop: "24px" },
  events: { margin: 0, padding: 0, border: "none", minWidth: 0 },
  error: { margin: 0, color: tokens.colorStatusDangerForeground1 },
  list: { margin: "24px 0 0", padding: 0, listStyleType: "none" },
  receiver: {
    display: "grid",
    gap: "8px",
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  url: { margin: 0, fontWeight: 600, overflowWrap: "anywhere" },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  acts: { display: "flex", flexWrap: "wrap", gap: "8px" },
  messages: { display: "grid", gap: "12px", margin: 0, padding: "4px 0", listStyleType: "none" },
});

type EventName = (typeof webhookEvents)[number];

/** Keys of the texts of events. */
const eventKeys = {
  "member.joined": "joined",
  "membership.began": "began",
  "membership.renewed": "renewed",
  "membership.renewal_failed": "renewalFailed",
  "membership.ended": "ended",
  "entry.published": "published",
  "message.received": "received",
} as const satisfies Record<EventName, string>;

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

type Made = { host: string; secret: string };
type Values = z.infer<typeof webhookFormSchema>;

/** The form for a receiver, which asks for the password at the end. What was typed stays after a failure. */
function AddForm({ onAdded }: { onAdded: (made: Made) => void }) {
  const styles = useStyles();
  const { t } = useTranslation("webhooks");
  const form = useForm<Values>({
    resolver: zodResolver(webhookFormSchema),
    defaultValues: { url: "", events: [] },
  });
  const { errors } = form.formState;
  const messageOf = useFieldMessage();
  const [asked, setAsked] = useState<Values | null>(null);
  const host = hostOf(asked?.url ?? form.getValues("url"));
  const add = async (password: string): Promise<Failure | null> => {
    if (!asked) return null;
    const { data, error } = await call(addWebhook, { body: { ...asked, password }, silent: true });
    // An error of the form, not of the password, is shown at the form.
    if (error?.fields?.["url"] !== undefined || error?.code === "limit-reached") {
      setAsked(null);
      showFailure(form, error);
      return null;
    }
    if (error) return error;
    setAsked(null);
    form.reset();
    onAdded({ host, secret: data.secret });
    await refresh(listWebhooks);
    return null;
  };
  const eventsError = messageOf(errors.events);
  return (
    <div className={styles.form}>
      <Form label={t("form")} onSubmit={form.handleSubmit((values) => setAsked(values))}>
        <TextField
          label={t("url")}
          hint={t("urlHint")}
          registration={form.register("url")}
          error={errors.url}
          inputMode="url"
        />
        <fieldset className={styles.events}>
          <legend>{t("events")}</legend>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              {...form.register("events")}
              label={t(`event.${eventKeys[event]}`)}
            />
          ))}
          {eventsError !== undefined && (
            <p role="alert" className={styles.error}>
              {eventsError}
            </p>
          )}
        </fieldset>
        <FormFailure error={errors.root} words={{ "limit-reached": t("limit") }} />
        <FormActions>
          <SubmitButton busy={false} look="secondary">
            {t("continue")}
          </SubmitButton>
        </FormActions>
      </Form>
      <PasswordDialog
        open={asked !== null}
        title={t("confirm.title")}
        action={t("confirm.action")}
        onPassword={add}
        onClose={() => setAsked(null)}
      >
        <p>{t("confirm.text", { host })}</p>
      </PasswordDialog>
    </div>
  );
}

function useFailureText() {
  const { t } = useTranslation("webhooks");
  return ({ reason, answer }: NonNullable<WebhookDelivery["failure"]>) =>
    t(`failure.${reason}`, { answer: answer ?? "" });
}

type MessageProps = { delivery: WebhookDelivery; report: (outcome: ActionReport) => void };

function Message({ delivery, report }: MessageProps) {
  const styles = useStyles();
  const { t } = useTranslation("webhooks");
  const { dateTime } = useFormats();
  const failureText = useFailureText();
  const { id, event, at, state, failure, nextTryAt } = delivery;
  const { busy, run } = useMutation(async () => {
    const { error } = await call(resendDelivery, { params: { id }, silent: true });
    await refresh(listWebhooks);
    report(error ? { text: t("resend.failed"), isFailure: true } : { text: t("resend.done") });
    return null;
  });
  const stateText = {
    delivered: t("state.delivered"),
    "given-up": t("state.givenUp"),
    waiting: nextTryAt
      ? t("state.waitingUntil", { when: dateTime(nextTryAt) })
      : t("state.waiting"),
  }[state];
  return (
    <li>
      <p className={styles.quiet}>
        {dateTime(at)} · {t(`event.${eventKeys[event]}`)} · {stateText}
      </p>
      {failure && <p className={styles.quiet}>{failureText(failure)}</p>}
      {state === "given-up" && (
        <Button disabledFocusable={busy} onClick={() => void run()}>
          {t("resend.action")}
        </Button>
      )}
    </li>
  );
}

type ReceiverProps = {
  webhook: Webhook;
  onSecret: (made: Made) => void;
  onDeleted: (outcome: ActionReport) => void;
};

function Receiver({ webhook, onSecret, onDeleted }: ReceiverProps) {
  const styles = useStyles();
  const { t } = useTranslation("webhooks");
  const { id, url, events, deliveries } = webhook;
  const host = hostOf(url);
  const failureText = useFailureText();
  const { reported, report, clear } = useActionReport();
  const [isReplacing, setReplacing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const testing = useMutation(async () => {
    clear();
    const { data, error } = await call(testWebhook, { params: { id }, silent: true });
    if (error) report({ text: t("test.unknown"), isFailure: true });
    else if (data.failure) {
      report({
        text: t("test.failed", { host, reason: failureText(data.failure) }),
        isFailure: true,
      });
    } else report({ text: t("test.done", { host }) });
    return null;
  });
  const removal = useMutation(async () => {
    const { error } = await call(deleteWebhook, { params: { id }, silent: true });
    if (error && error.code !== "not-found") return error;
    setDeleting(false);
    onDeleted({ text: t("remove.done", { host }) });
    await refresh(listWebhooks);
    return null;
  });
  const replace = async (password: string): Promise<Failure | null> => {
    const input = { params: { id }, body: { password }, silent: true };
    const { data, error } = await call(replaceWebhookSecret, input);
    if (error) return error;
    setReplacing(false);
    onSecret({ host, secret: data.secret });
    return null;
  };
  return (
    <li aria-label={host} className={styles.receiver}>
      <p className={styles.url}>{url}</p>
      <p className={styles.quiet}>
        {events.map((event) => t(`event.${eventKeys[event]}`)).join(" · ")}
      </p>
      <div className={styles.acts}>
        <Button
          size="large"
          disabledFocusable={testing.busy}
          aria-busy={testing.busy}
          onClick={() => void testing.run()}
        >
          {t("test.action")}
        </Button>
        <Button size="large" onClick={() => setReplacing(true)}>
          {t("replace.action")}
        </Button>
        <DangerButton
          size="large"
          onClick={() => {
            removal.reset();
            setDeleting(true);
          }}
        >
          {t("remove.action")}
        </DangerButton>
      </div>
      <ActionResult reported={reported} />
      <Details summary={t("messages")}>
        {deliveries.length === 0 ? (
          <p className={styles.quiet}>{t("noMessages")}</p>
        ) : (
          <ul className={styles.messages}>
            {deliveries.map((delivery) => (
              <Message key={delivery.id} delivery={delivery} report={report} />
            ))}
          </ul>
        )}
      </Details>
      <PasswordDialog
        open={isReplacing}
        title={t("replace.title")}
        action={t("replace.action")}
        onPassword={replace}
        onClose={() => setReplacing(false)}
      >
        <p>{t("replace.text", { host })}</p>
      </PasswordDialog>
      <ConfirmDialog
        open={isDeleting}
        isDanger
        title={t("remove.title")}
        action={t("remove.action")}
        busy={removal.busy}
        onConfirm={() => void removal.run()}
        onClose={() => setDeleting(false)}
      >
        <p>{t("remove.text", { host })}</p>
        {removal.failure && <FormFailure error={rootError(removal.failure)} />}
      </ConfirmDialog>
    </li>
  );
}

/** The receivers of webhooks, for admins: add, test and delete one, and see what was sent. */
export function WebhooksPart() {
  const styles = useStyles();
  const { t } = useTranslation(["webhooks", "common"]);
  const query = useApiQuery(listWebhooks, {});
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const { reported, report, clear } = useActionReport();
  return (
    <>
      <p className={styles.lead}>{t("lead")}</p>
      <Button
        size="large"
        aria-expanded={isAdding}
        onClick={() => {
          clear();
          setMade(null);
          setAdding(!isAdding);
        }}
      >
        {t(isAdding ? "common:cancel" : "add")}
      </Button>
      {/* Only hidden when it is closed: a dialog in it that was removed at once would leave the page hidden from screen readers. */}
      <div hidden={!isAdding}>
        <AddForm
          onAdded={(added) => {
            setAdding(false);
            setMade(added);
          }}
        />
      </div>
      {made && (
        <SecretOnce
          key={made.secret}
          label={t("secret.label", { host: made.host })}
          notice={t("secret.once")}
          secret={made.secret}
        />
      )}
      <ActionResult reported={reported} />
      <QueryView
        query={query}
        loading={<LoadingLines lines={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState motif="whistle" title={t("empty.title")} text={t("empty.text")} />}
      >
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((webhook) => (
              <Receiver key={webhook.id} webhook={webhook} onSecret={setMade} onDeleted={report} />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}
