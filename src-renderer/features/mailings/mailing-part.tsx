import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getMailing,
  mailingAudiences,
  mailingBodies,
  sendMailing,
  testMailing,
  type Mailing,
  type MailingChoice,
  type MailingSubject,
} from "#shared/api/mailings.ts";
import { isLanguage, type Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery, usePolling } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { MailPreview } from "./mail-preview.tsx";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "12px",
    "> p": { margin: 0 },
  },
  // A select is as wide as its longest option otherwise.
  field: { gridTemplateColumns: "minmax(0, 1fr)", "& select": { minWidth: 0 } },
  // Takes no row of the grid until it says something.
  report: { ":empty": { display: "none" } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** Time between two looks at a mail that is being sent. */
const checkEveryMs = 5_000;

/** What is mailed, and when it appears or appeared. */
type Mailed = { subject: MailingSubject; publishedAt: string | null; isPublished: boolean };

type Shown = Mailed & { mailing: Mailing };

/** Says to whom the mail goes or went, once it was asked for. */
function Sending({
  publishedAt,
  isPublished,
  sending,
}: Mailed & { sending: NonNullable<Mailing["sending"]> }) {
  const { t } = useTranslation("mailings");
  const { appointment, businessTime } = useFormats();
  const { at, by, choice, recipients: count, waiting, leftOut, refused } = sending;
  const isUnderWay = waiting > 0 || (at === null && isPublished);
  usePolling(getMailing, isUnderWay ? checkEveryMs : null);
  const time = publishedAt ? appointment(publishedAt) : "";
  const name = by ?? t("somebody");
  const whom = [t(`audience.${choice.audience}`), choice.label].filter(Boolean).join(", ");
  return (
    <p>
      {at === null
        ? t(isUnderWay ? "underWay" : "later", { time, name })
        : t("sent", { time: businessTime(at), count, name })}
      {` (${whom})`}
      {at !== null && waiting > 0 && ` ${t("waiting", { count: waiting })}`}
      {leftOut > 0 && ` ${t("leftOut", { count: leftOut })}`}
      {refused > 0 && ` ${t("refused", { count: refused })}`}
    </p>
  );
}

type ChoiceFieldsProps = {
  choice: MailingChoice;
  labels: readonly string[];
  hasBodies: boolean;
  onChoice: (choice: MailingChoice) => void;
};

/** Chooses who gets the mail, and what it contains. */
function ChoiceFields({ choice, labels, hasBodies, onChoice }: ChoiceFieldsProps) {
  const styles = useStyles();
  const { t } = useTranslation("mailings");
  const { label, ...others } = choice;
  const chosenOf = <Value extends string>(values: readonly Value[], chosen: string) =>
    values.find((value) => value === chosen);
  return (
    <>
      <Field label={t("audience.label")} className={styles.field}>
        <Select
          size="large"
          value={choice.audience}
          onChange={(_, { value }) => {
            const audience = chosenOf(mailingAudiences, value);
            if (audience) onChoice({ ...choice, audience });
          }}
        >
          {mailingAudiences.map((audience) => (
            <option key={audience} value={audience}>
              {t(`audience.${audience}`)}
            </option>
          ))}
        </Select>
      </Field>
      {labels.length > 0 && (
        <Field label={t("label.label")} className={styles.field}>
          <Select
            size="large"
            value={label ?? ""}
            onChange={(_, { value }) => onChoice({ ...others, ...(value && { label: value }) })}
          >
            <option value="">{t("label.all")}</option>
            {labels.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {hasBodies && (
        <Field label={t("body.label")} className={styles.field}>
          <Select
            size="large"
            value={choice.body}
            onChange={(_, { value }) => {
              const body = chosenOf(mailingBodies, value);
              if (body) onChoice({ ...choice, body });
            }}
          >
            {mailingBodies.map((body) => (
              <option key={body} value={body}>
                {t(`body.${body}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}

/** Sends the mail to readers, after asking. */
function SendButton({
  subject,
  publishedAt,
  isPublished,
  mailing: { recipients: count },
  choice,
  isOld,
  onSent,
}: Shown & { choice: MailingChoice; isOld: boolean; onSent: () => void }) {
  const { t } = useTranslation("mailings");
  const { appointment } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const send = async (password: string) => {
    const { error } = await call(sendMailing, {
      params: subject,
      body: { ...choice, password },
      silent: true,
    });
    // "conflict": another admin was faster, which is shown now.
    if (error && error.code !== "conflict") return error;
    setAsking(false);
    await refresh(getMailing);
    onSent();
    return null;
  };
  const isLater = !isPublished && publishedAt !== null;
  return (
    <>
      <Button
        disabledFocusable={isOld || (count === 0 && !isLater)}
        onClick={() => setAsking(true)}
      >
        {t(isLater ? "sendLater" : "send", { count })}
      </Button>
      <PasswordDialog
        open={isAsking}
        title={t("ask")}
        action={t(isLater ? "sendLater" : "send", { count })}
        onPassword={send}
        onClose={() => setAsking(false)}
      >
        <p>{t("once")}</p>
        {isLater && <p>{t("askLater", { time: appointment(publishedAt) })}</p>}
        <p>{t("password")}</p>
      </PasswordDialog>
    </>
  );
}

/** Chooses and previews the mail, and sends it to the admin or to readers; `isOld`: the count is that of the choice before. */
function MailTools({
  choice,
  onChoice,
  ...shown
}: Shown & { choice: MailingChoice; isOld: boolean; onChoice: (choice: MailingChoice) => void }) {
  const { mailing, subject } = shown;
  const { sending, previews, recipients: count, labels } = mailing;
  const styles = useStyles();
  const { t, i18n } = useTranslation("mailings");
  const [language, setLanguage] = useState<Language>(
    isLanguage(i18n.language) ? i18n.language : "en",
  );
  const [forMembers, setForMembers] = useState(true);
  const [isOpen, setOpen] = useState(false);
  const { reported, report } = useActionReport();
  const [testedBy, setTestedBy] = useState<string | null>(null);
  const inLanguage = previews.filter((one) => one.language === language);
  const preview = inLanguage.find((one) => one.forMembers === forMembers) ?? inLanguage[0];
  const { audience, body } = sending?.choice ?? choice;
  const test = useMutation(async () => {
    setTestedBy(null);
    const { data, error } = await call(testMailing, {
      params: subject,
      body: { audience, body, language, forMembers: preview?.forMembers ?? true },
      silent: true,
    });
    if (error) return error;
    setTestedBy(data.to);
    return null;
  });
  return (
    <div className={styles.root}>
      {!sending && (
        <>
          <ChoiceFields
            choice={choice}
            labels={labels}
            hasBodies={subject.kind !== "announcements"}
            onChoice={onChoice}
          />
          <p aria-live="polite">{t("recipients", { count })}</p>
        </>
      )}
      {sending && !reported && <Sending {...shown} sending={sending} />}
      <ActionResult reported={reported} className={styles.report}>
        {sending && <Sending {...shown} sending={sending} />}
      </ActionResult>
      <div className={styles.buttons}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("preview")}
        </Button>
        <Button disabledFocusable={test.busy} onClick={() => void test.run()}>
          {t("test")}
        </Button>
        {!sending && <SendButton {...shown} choice={choice} onSent={() => report({ text: "" })} />}
      </div>
      <FormSuccess>{testedBy !== null && t("tested", { to: testedBy })}</FormSuccess>
      {test.failure && <FormFailure error={rootError(test.failure)} />}
      {isOpen && preview && (
        <MailPreview
          mail={preview}
          languages={[...new Set(previews.map((one) => one.language))]}
          onLanguage={setLanguage}
          onReaders={inLanguage.length > 1 ? setForMembers : undefined}
        />
      )}
    </div>
  );
}

/** Mails an entry or announcement to an audience: once for good, when it is published or as soon as it will be. */
export function MailingPart(mailed: Mailed) {
  const { subject, publishedAt } = mailed;
  const { t } = useTranslation("mailings");
  const isEntry = subject.kind !== "announcements";
  const [choice, setChoice] = useState<MailingChoice>(
    isEntry ? { audience: "weekly", body: "teaser" } : { audience: "agreed", body: "whole" },
  );
  const canBeMailed = publishedAt !== null;
  const query = useApiQuery(
    getMailing,
    { params: subject, query: choice, silent: true },
    { enabled: canBeMailed, staleTime: 0, keepPrevious: true },
  );
  if (!canBeMailed) return <p>{t("notYet")}</p>;
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />}>
      {(mailing) => (
        <MailTools
          {...mailed}
          mailing={mailing}
          choice={choice}
          isOld={query.isPlaceholderData}
          onChoice={setChoice}
        />
      )}
    </QueryView>
  );
}
