import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryMailPreview } from "#shared/api/entry-mail.ts";
import { languageTitle, type Language } from "#shared/languages.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px" },
  choices: { display: "flex", flexWrap: "wrap", gap: "8px" },
  sheet: {
    display: "grid",
    gap: "12px",
    padding: "16px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflowWrap: "anywhere",
    "> p": { margin: 0 },
  },
  text: { whiteSpace: "pre-wrap" },
  action: { fontWeight: 600 },
  small: { fontSize: "14px" },
});

/** The parts of the mail in its order. Nothing in it can be pressed: its links are those of the admin's own mail. */
function Parts({ mail }: { mail: EntryMailPreview }) {
  const styles = useStyles();
  return (
    <>
      {mail.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {mail.entries.map(({ title, text, url }) => (
        <p key={url}>
          <strong>{title}</strong>
          <br />
          {text}
        </p>
      ))}
      <p className={styles.action}>{mail.action?.label}</p>
      <p className={styles.small}>
        {mail.unsubscribe.why} {mail.unsubscribe.label}
      </p>
    </>
  );
}

type MailPreviewProps = {
  mail: EntryMailPreview;
  languages: readonly Language[];
  onLanguage: (language: Language) => void;
};

/** What readers get, in one of the languages: what the mail says, or its plain text as it is. */
export function MailPreview({ mail, languages, onLanguage }: MailPreviewProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const [isPlain, setPlain] = useState(false);
  return (
    <div className={styles.root}>
      <div className={styles.choices} role="group" aria-label={t("shown.language")}>
        {languages.length > 1 &&
          languages.map((one) => (
            <FilterChip key={one} isChosen={one === mail.language} onToggle={() => onLanguage(one)}>
              {languageTitle(one, i18n.language)}
            </FilterChip>
          ))}
        <Button aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
          {t("mail.plain")}
        </Button>
      </div>
      <div className={styles.sheet} lang={mail.language}>
        <p>
          <strong>{mail.subject}</strong>
        </p>
        {isPlain ? <p className={styles.text}>{mail.text}</p> : <Parts mail={mail} />}
      </div>
    </div>
  );
}
