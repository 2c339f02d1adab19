import { makeStyles } from "@fluentui/react-components";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { writeAnnouncementSchema, type AnnouncementTexts } from "#shared/api/announcements.ts";
import { fieldIn, missingTexts } from "#shared/api/fields.ts";
import { languageTitle, type Language } from "#shared/languages.ts";
import { requiringTexts } from "#renderer/components/form/required-texts.ts";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";

export type AnnouncementValues = z.infer<typeof writeAnnouncementSchema>;

export const announcementForm = requiringTexts(writeAnnouncementSchema, (written, language) =>
  missingTexts(written, ["title", "body"], language),
);

const useStyles = makeStyles({
  language: { display: "grid", gap: "16px", border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { fontWeight: 600, fontSize: "18px", padding: 0, marginBottom: "12px" },
  published: {
    margin: 0,
    padding: "12px 16px",
    borderLeft: `4px solid ${tokens.colorAccent}`,
    backgroundColor: tokens.colorBand,
    overflowWrap: "anywhere",
    "> p": { margin: "0 0 8px" },
    "> p:last-child": { margin: 0, whiteSpace: "pre-wrap" },
  },
});

/** What readers see now, in the language of the fields above. */
function PublishedTexts({ texts, language }: { texts: AnnouncementTexts; language: Language }) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  return (
    <div className={styles.published}>
      <p>{t("edit.published")}</p>
      <p>
        <strong>{texts[fieldIn("title", language)]}</strong>
      </p>
      <p>{texts[fieldIn("body", language)]}</p>
    </div>
  );
}

type AnnouncementFieldsProps = {
  form: {
    register: UseFormRegister<AnnouncementValues>;
    errors: FieldErrors<AnnouncementValues>;
  };
  /** Shown below the fields of each language: what readers see now. */
  published?: AnnouncementTexts | null;
};

/** Title and text of an announcement in every language of the portal; only those in the first one are required. */
export function AnnouncementFields({
  form: { register, errors },
  published,
}: AnnouncementFieldsProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("announcements");
  const wordsOf = useLanguageWords();
  const own = writtenLanguages();
  return own.map((language) => {
    const [title, body] = [fieldIn("title", language), fieldIn("body", language)];
    return (
      <fieldset key={language} className={styles.language}>
        {own.length > 1 && (
          <legend className={styles.legend}>{languageTitle(language, i18n.language)}</legend>
        )}
        <TextField label={t("write.title")} registration={register(title)} error={errors[title]} />
        <TextAreaField
          label={t("write.body")}
          hint={
            language === firstLanguage() ? t("write.markdown") : t("write.hint", wordsOf(language))
          }
          rows={6}
          registration={register(body)}
          error={errors[body]}
        />
        {published && <PublishedTexts texts={published} language={language} />}
      </fieldset>
    );
  });
}
