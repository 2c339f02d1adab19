import { makeStyles } from "@fluentui/react-components";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import {
  announcementFields,
  type AnnouncementTexts,
  type writeAnnouncementSchema,
} from "#shared/api/announcements.ts";
import type { Language } from "#shared/languages.ts";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";

export type AnnouncementValues = z.infer<typeof writeAnnouncementSchema>;

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
  const { title, body } = announcementFields[language];
  return (
    <div className={styles.published}>
      <p>{t("edit.published")}</p>
      <p>
        <strong>{texts[title]}</strong>
      </p>
      <p>{texts[body]}</p>
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

/** Title and text of an announcement in every language of the portal; only English is required. */
export function AnnouncementFields({
  form: { register, errors },
  published,
}: AnnouncementFieldsProps) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const own = writtenLanguages();
  return own.map((language) => {
    const { title, body } = announcementFields[language];
    return (
      <fieldset key={language} className={styles.language}>
        {own.length > 1 && (
          <legend className={styles.legend}>{t(`write.language.${language}`)}</legend>
        )}
        <TextField label={t("write.title")} registration={register(title)} error={errors[title]} />
        <TextAreaField
          label={t("write.body")}
          hint={t(`write.hint.${language}`)}
          rows={6}
          registration={register(body)}
          error={errors[body]}
        />
        {published && <PublishedTexts texts={published} language={language} />}
      </fieldset>
    );
  });
}
