import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getEntryMail,
  sendEntryMail,
  testEntryMail,
  type EntryMail as Mail,
} from "#shared/api/entry-mail.ts";
import type { StudioEntry } from "#shared/api/studio.ts";
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
  root: { display: "grid", gap: "12px", "> p": { margin: 0 } },
  // Takes no row of the grid until it says something.
  report: { ":empty": { display: "none" } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** Time between two looks at a mail that is being sent. */
const checkEveryMs = 5_000;

type Shown = { entry: StudioEntry; mail: Mail };

/** Says what became of the mail, once it was asked for. */
function Sending({
  entry,
  sending,
}: {
  entry: StudioEntry;
  sending: NonNullable<Mail["sending"]>;
}) {
  const { t } = useTranslation("studio");
  const { appointment, businessTime } = useFormats();
  const { at, by, recipients: count, waiting } = sending;
  const isUnderWay = waiting > 0 || (at === null && entry.state === "published");
  usePolling(getEntryMail, isUnderWay ? checkEveryMs : null);
  const time = entry.publishedAt ? appointment(entry.publishedAt) : "";
  const name = by ?? t("compare.somebody");
  return (
    <p>
      {at === null
        ? t(isUnderWay ? "mail.underWay" : "mail.later", { time, name })
        : t("mail.sent", { time: businessTime(at), count, name })}
      {at !== null && waiting > 0 && ` ${t("mail.waiting", { count: waiting })}`}
    </p>
  );
}

/** Sends the mail to readers, after asking. */
function SendButton({
  entry,
  mail: { recipients: count },
  onSent,
}: Shown & { onSent: () => void }) {
  const { t } = useTranslation("studio");
  const { appointment } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const { kind, slug, state, publishedAt } = entry;
  const send = async (password: string) => {
    const { error } = await call(sendEntryMail, {
      params: { kind, slug },
      body: { password },
      silent: true,
    });
    // "conflict": another admin was faster, which is shown now.
    if (error && error.code !== "conflict") return error;
    setAsking(false);
    await refresh(getEntryMail);
    onSent();
    return null;
  };
  const isLater = state === "scheduled" && publishedAt !== null;
  return (
    <>
      <Button disabledFocusable={count === 0 && !isLater} onClick={() => setAsking(true)}>
        {t(isLater ? "mail.sendLater" : "mail.send", { count })}
      </Button>
      <PasswordDialog
        open={isAsking}
        title={t("mail.ask")}
        action={t(isLater ? "mail.sendLater" : "mail.send", { count })}
        onPassword={send}
        onClose={() => setAsking(false)}
      >
        <p>{t("mail.once")}</p>
        {isLater && <p>{t("mail.askLater", { time: appointment(publishedAt) })}</p>}
        <p>{t("mail.password")}</p>
      </PasswordDialog>
    </>
  );
}

/** Previews the mail, and sends it to the admin or to readers. */
function MailTools({ entry, mail }: Shown) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const [language, setLanguage] = useState<Language>(
    isLanguage(i18n.language) ? i18n.language : "en",
  );
  const [isOpen, setOpen] = useState(false);
  const { reported, report } = useActionReport();
  const [testedBy, setTestedBy] = useState<string | null>(null);
  const { kind, slug } = entry;
  const test = useMutation(async () => {
    setTestedBy(null);
    const { data, error } = await call(testEntryMail, {
      params: { kind, slug },
      body: { language },
      silent: true,
    });
    if (error) return error;
    setTestedBy(data.to);
    return null;
  });
  const preview = mail.previews.find((one) => one.language === language);
  return (
    <div className={styles.root}>
      {!mail.sending && <p>{t("mail.recipients", { count: mail.recipients })}</p>}
      {mail.sending && !reported && <Sending entry={entry} sending={mail.sending} />}
      <ActionResult reported={reported} className={styles.report}>
        {mail.sending && <Sending entry={entry} sending={mail.sending} />}
      </ActionResult>
      <div className={styles.buttons}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("mail.preview")}
        </Button>
        <Button disabledFocusable={test.busy} onClick={() => void test.run()}>
          {t("mail.test")}
        </Button>
        {!mail.sending && (
          <SendButton entry={entry} mail={mail} onSent={() => report({ text: "" })} />
        )}
      </div>
      <FormSuccess>{testedBy !== null && t("mail.tested", { to: testedBy })}</FormSuccess>
      {test.failure && <FormFailure error={rootError(test.failure)} />}
      {isOpen && preview && (
        <MailPreview
          mail={preview}
          languages={mail.previews.map((one) => one.language)}
          onLanguage={setLanguage}
        />
      )}
    </div>
  );
}

/** Mails an entry to those who get the weekly mail: once for good, when it is published or as soon as it will be. */
export function EntryMail({ entry }: { entry: StudioEntry }) {
  const { t } = useTranslation("studio");
  const { kind, slug, state } = entry;
  const canBeMailed = state === "published" || state === "scheduled";
  const query = useApiQuery(
    getEntryMail,
    { params: { kind, slug }, silent: true },
    { enabled: canBeMailed, staleTime: 0 },
  );
  if (!canBeMailed) return <p>{t("mail.notYet")}</p>;
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />}>
      {(mail) => <MailTools entry={entry} mail={mail} />}
    </QueryView>
  );
}
