import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { MailingPreview } from "#shared/api/mailings.ts";
import { languageTitle, type Language } from "#shared/languages.ts";
import { Markdown } from "#renderer/components/markdown.tsx";
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

/** As in a mail, which has links in place of players, and descriptions in place of pictures. */
const asInMail: ComponentProps<typeof Markdown>["components"] = {
  p: ({ children }) => <p>{children}</p>,
  img: ({ alt }) => alt,
};

/** The parts of the mail in its order. The links of the text lead where those of the mail do; its button and line below only say what they are. */
function Parts({ mail }: { mail: MailingPreview }) {
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
      {mail.content !== undefined && (
        <Markdown idPrefix="mail-" components={asInMail}>
          {mail.content}
        </Markdown>
      )}
      <p className={styles.action}>{mail.action?.label}</p>
      <p className={styles.small}>
        {mail.unsubscribe.why} {mail.unsubscribe.label}
      </p>
    </>
  );
}

type MailPreviewProps = {
  mail: MailingPreview;
  languages: readonly Language[];
  onLanguage: (language: Language) => void;
  /** Called with whether to show the mail of active members; undefined where all get the same. */
  onReaders: ((forMembers: boolean) => void) | undefined;
};

/** What readers get, in one of the languages: what the mail says, or its plain text as it is. */
export function MailPreview({ mail, languages, onLanguage, onReaders }: MailPreviewProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("mailings");
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
          {t("plain")}
        </Button>
      </div>
      {onReaders && (
        <div className={styles.choices} role="group" aria-label={t("shown.readers")}>
          {[true, false].map((forMembers) => (
            <FilterChip
              key={String(forMembers)}
              isChosen={mail.forMembers === forMembers}
              onToggle={() => onReaders(forMembers)}
            >
              {t(forMembers ? "shown.members" : "shown.others")}
            </FilterChip>
          ))}
        </div>
      )}
      <div className={styles.sheet} lang={mail.language}>
        <p>
          <strong>{mail.subject}</strong>
        </p>
        {isPlain ? <p className={styles.text}>{mail.text}</p> : <Parts mail={mail} />}
      </div>
    </div>
  );
}
