import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getInvitations,
  sendInvitations,
  testInvitation,
  type Invitations,
} from "#shared/api/invitations.ts";
import type { Member } from "#shared/api/members.ts";
import { isLanguage, languageTitle, type Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { usePolling } from "#renderer/api-client/query.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { Act } from "./acts/act-dialog.tsx";
import { usePasswordField } from "./acts/membership-acts.ts";
import { reload } from "./acts/record-acts.ts";

type Asked = { id: string; memberIds?: string[]; title: string; action: string; text: string };

/** Returns an act that sends invitations, to all who were not invited or to the chosen members. */
function useInviteAct() {
  const { t } = useTranslation(["members", "forms"]);
  const password = usePasswordField();
  return (
    { id, memberIds, title, action, text }: Asked,
    done: (invited: number) => string,
  ): Act => ({
    id,
    title,
    action,
    texts: [text, t("acts.final")],
    fields: [password],
    values: { password: "" },
    words: { conflict: t("invitations.nobody") },
    check: ({ password: typed }) => (typed === "" ? { password: t("forms:required") } : null),
    send: async ({ password: typed = "" }) => {
      const body = { password: typed, ...(memberIds && { memberIds }) };
      const { data, error } = await call(sendInvitations, { body });
      if (error?.code === "conflict") void reload();
      if (error) return { failure: error };
      return { failure: null, outcome: { text: done(data.invited) } };
    },
  });
}

/** Returns the act that invites one member, with the label of its button; null while it is not possible. */
export function useInviteMember({ id, name: who, email: address, invitation }: Member) {
  const { t } = useTranslation("members");
  const inviteAct = useInviteAct();
  if (!invitation?.isPossible) return null;
  const asked = {
    id: "invite",
    memberIds: [id],
    title: t("invitations.one.title", { who }),
    action: t("invitations.one.action"),
    text: t("invitations.one.text", { address }),
  };
  return {
    open: t(invitation.sentAt === null ? "invitations.one.open" : "invitations.one.again"),
    act: inviteAct(asked, () => t("invitations.one.done", { who })),
  };
}

const useStyles = makeStyles({
  panel: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "16px",
    marginBottom: "32px",
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "> p": { margin: 0 },
    [media.phone]: { padding: "16px" },
  },
  counts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 130px), 1fr))",
    gap: "12px 24px",
    margin: 0,
    "> div > dt": { color: tokens.colorNeutralForeground2, fontSize: "15px" },
    "> div > dd": { margin: 0 },
  },
  row: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  sheet: {
    display: "grid",
    gap: "12px",
    padding: "16px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflowWrap: "anywhere",
    "> p": { margin: 0, whiteSpace: "pre-wrap" },
  },
});

type PreviewProps = {
  previews: Invitations["previews"];
  language: Language;
  onLanguage: (language: Language) => void;
};

/** The mail in one of the portal's languages, as its plain text. */
function Preview({ previews, language, onLanguage }: PreviewProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("members");
  const shown = previews.find((one) => one.language === language);
  return (
    <>
      {previews.length > 1 && (
        <div className={styles.row} role="group" aria-label={t("invitations.language")}>
          {previews.map(({ language: one }) => (
            <FilterChip key={one} isChosen={one === language} onToggle={() => onLanguage(one)}>
              {languageTitle(one, i18n.language)}
            </FilterChip>
          ))}
        </div>
      )}
      {shown && (
        <div className={styles.sheet} lang={language}>
          <p>
            <strong>{shown.subject}</strong>
          </p>
          <p>{shown.text}</p>
        </div>
      )}
    </>
  );
}

/** Time between two looks at mails that are being sent. */
const checkEveryMs = 5_000;

type InvitationsPanelProps = { found: Invitations; start: (act: Act) => void };

/** The invitations of imported members: who was invited and came, the mail, and sending it. */
export function InvitationsPanel({ found, start }: InvitationsPanelProps) {
  const styles = useStyles();
  const { number } = useFormats();
  const { t, i18n } = useTranslation("members");
  const inviteAct = useInviteAct();
  const { previews, notInvited: count, waiting } = found;
  const own = previews.find(({ language: one }) => one === i18n.language) ?? previews[0];
  const [chosen, setLanguage] = useState<Language | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [testedBy, setTestedBy] = useState<string | null>(null);
  usePolling(getInvitations, waiting > 0 ? checkEveryMs : null);
  const language = chosen ?? own?.language ?? (isLanguage(i18n.language) ? i18n.language : "en");
  const test = useMutation(async () => {
    setTestedBy(null);
    const { data, error } = await call(testInvitation, { body: { language }, silent: true });
    if (error) return error;
    setTestedBy(data.to);
    return null;
  });
  const all = {
    id: "invite all",
    title: t("invitations.askTitle"),
    action: t("invitations.action"),
    text: t("invitations.text", { count }),
  };
  const counts = ["imported", "notInvited", "invited", "reminded", "came"] as const;
  return (
    <section aria-labelledby="invitations" className={styles.panel}>
      <Heading level={2} size="small" id="invitations">
        {t("invitations.title")}
      </Heading>
      <p>{t("invitations.lead")}</p>
      <dl className={styles.counts}>
        {counts.map((name) => (
          <div key={name}>
            <dt>{t(`invitations.${name}`)}</dt>
            <dd>{number(found[name])}</dd>
          </div>
        ))}
      </dl>
      {waiting > 0 && <p role="status">{t("invitations.waiting", { count: waiting })}</p>}
      <div className={styles.row}>
        <Button size="large" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("invitations.preview")}
        </Button>
        <Button size="large" disabledFocusable={test.busy} onClick={() => void test.run()}>
          {t("invitations.test")}
        </Button>
        {count > 0 && (
          <Button
            size="large"
            appearance="primary"
            onClick={() =>
              start(inviteAct(all, (invited) => t("invitations.done", { count: invited })))
            }
          >
            {t("invitations.send", { count })}
          </Button>
        )}
      </div>
      <FormSuccess>{testedBy !== null && t("invitations.tested", { to: testedBy })}</FormSuccess>
      {test.failure && <FormFailure error={rootError(test.failure)} />}
      {isOpen && <Preview previews={previews} language={language} onLanguage={setLanguage} />}
    </section>
  );
}
