import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { uploadCaptions } from "#shared/api/studio-videos.ts";
import { languages, languageTitle, type Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { FieldGroup } from "../fields/field.tsx";
import type { DraftSaver } from "../saving/draft-saver.ts";
import { FileButton, FileFailure } from "#renderer/components/form/file-button.tsx";
import { uploadInTurn } from "./upload-in-turn.ts";

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  language: { minWidth: "140px" },
});

type CaptionsProps = {
  saver: DraftSaver;
  /** What the entry says: a list of languages. */
  chosen: unknown;
  isReadOnly: boolean;
  /** Changes fields of the entry; `undefined` removes one. */
  onChange: (changes: Record<string, unknown>) => void;
};

/** The captions of a video, a file for each language of the portal; those of others stay. */
export function Captions({ saver, chosen, isReadOnly, onChange }: CaptionsProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const { slug } = saver.read().entry;
  const present = languages.filter((one) => Array.isArray(chosen) && chosen.includes(one));
  const set = (next: Language[]) => onChange({ captions: next });
  const uploading = useMutation(async (language: Language, file: File) => {
    const { error } = await uploadInTurn(saver, () =>
      call(uploadCaptions, { params: { slug, language }, body: file, silent: true }),
    );
    if (!error) set(languages.filter((one) => one === language || present.includes(one)));
    return error;
  });
  return (
    <FieldGroup place="captions" title={t("video.files.captions")}>
      {!isReadOnly && <p>{t("video.files.captionsHint")}</p>}
      {writtenLanguages().map((language) => {
        const isPresent = present.includes(language);
        const name = languageTitle(language, i18n.language);
        return (
          <div key={language} className={styles.row}>
            <span className={styles.language}>
              {`${name}: ${isPresent ? t("video.files.some") : t("video.files.none")}`}
            </span>
            {!isReadOnly && (
              <FileButton
                accept=".vtt,.srt,text/vtt"
                disabled={uploading.busy}
                onFile={(file) => void uploading.run(language, file)}
              >
                {t("video.files.chooseCaptions", { language: name })}
              </FileButton>
            )}
            {!isReadOnly && isPresent && (
              <Button size="large" onClick={() => set(present.filter((one) => one !== language))}>
                {t("video.files.removeCaptions", { language: name })}
              </Button>
            )}
          </div>
        );
      })}
      <FileFailure failure={uploading.failure} field="captions" />
    </FieldGroup>
  );
}
