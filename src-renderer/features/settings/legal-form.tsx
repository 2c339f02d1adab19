import { zodResolver } from "@hookform/resolvers/zod";
import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { getSettings, changeLegal } from "#shared/api/settings.ts";
import { withSeller, type LegalDocument } from "#shared/brand.ts";
import { languages, languageTitle, type Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { Details } from "#renderer/components/details.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { showFailure, useSubmit, type Failure } from "#renderer/components/form/use-submit.ts";
import { Markdown } from "#renderer/components/markdown.tsx";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import {
  isOfPasswordDialog,
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

const legalSchema = z.pick(changeLegal.body, { version: true, texts: true });
type LegalValues = z.infer<typeof legalSchema>;

const useStyles = makeStyles({
  text: {
    display: "grid",
    gap: "8px",
    "& textarea": { fontFamily: tokens.fontFamilyMonospace, fontSize: "15px", lineHeight: "22px" },
  },
  preview: {
    maxHeight: "480px",
    overflowY: "auto",
    padding: "4px 20px",
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
});

/** The text as it will be read. It is rendered once it is opened. */
function Preview({ title, text, language }: { title: string; text: string; language: Language }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  return (
    <Details summary={title} onToggle={setOpen}>
      {isOpen && (
        <div
          lang={language}
          className={styles.preview}
          role="group"
          aria-label={title}
          tabIndex={0}
        >
          <Markdown idPrefix={`preview-${language}-`}>{text}</Markdown>
        </div>
      )}
    </Details>
  );
}

const readerOf = (document: LegalDocument) => (settings: Settings) => {
  const { version, texts, revision } = settings.legal[document];
  const today = businessDay(Date.now());
  return { values: { version: version > today ? version : today, texts }, revision };
};

type LegalFormProps = SettingFormProps & { document: LegalDocument; title: string };

/** The form for a legal text in all languages, and the day from which it applies. It asks for the password. */
export function LegalForm({ settings, document, title, onClose }: LegalFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { form, attempt, foot } = useSettingForm<LegalValues>({
    id: document,
    settings,
    endpoint: getSettings,
    read: readerOf(document),
    resolver: zodResolver(legalSchema),
    onClose,
  });
  const [asked, setAsked] = useState<LegalValues | null>(null);
  const { submit } = useSubmit(form, async (values) => {
    setAsked(values);
    return null;
  });
  const publish = async (password: string): Promise<Failure | null> => {
    const failure = await attempt((revision) =>
      call(changeLegal, {
        params: { document },
        body: { ...(asked ?? form.getValues()), revision, password },
        silent: true,
      }),
    );
    if (failure && isOfPasswordDialog(failure)) return failure;
    setAsked(null);
    if (failure) showFailure(form, failure);
    return null;
  };
  const { errors } = form.formState;
  const typed = form.watch("texts");
  return (
    <>
      <Form label={title} onSubmit={submit}>
        <TextField
          label={t("legal.version")}
          hint={t("legal.versionHint")}
          type="date"
          registration={form.register("version")}
          error={errors.version}
        />
        {languages
          .filter((language) => settings.texts[language])
          .map((language) => {
            const name = languageTitle(language, language);
            return (
              <div key={language} className={styles.text}>
                <TextAreaField
                  label={t("legal.text", { language: name })}
                  hint={t("legal.textHint", { placeholders: "{{name}}, {{owner}}, {{email}}" })}
                  rows={14}
                  registration={form.register(`texts.${language}`)}
                  error={errors.texts?.[language]}
                />
                <Preview
                  title={t("legal.preview", { language: name })}
                  text={withSeller(typed[language] ?? "", settings.seller)}
                  language={language}
                />
              </div>
            );
          })}
        <SettingFormFoot
          {...foot}
          error={errors.root}
          busy={false}
          submit={t("legal.action")}
          nameOf={(place) => {
            const language = languages.find((one) => place === `texts.${one}`);
            if (!language) return t("legal.version");
            return t("legal.text", { language: languageTitle(language, language) });
          }}
        />
      </Form>
      <PasswordDialog
        open={asked !== null}
        title={t("legal.title")}
        action={t("legal.action")}
        onPassword={publish}
        onClose={() => setAsked(null)}
      >
        <p>{t("legal.confirm")}</p>
      </PasswordDialog>
    </>
  );
}
