import { Button, makeStyles } from "@fluentui/react-components";
import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import {
  getExtraFile,
  maxExtraFileBytes,
  uploadExtraFile,
  type ExtraFile,
  type StudioExtra,
  type writtenExtraSchema,
  type WrittenExtra,
} from "#shared/api/extras.ts";
import { fieldIn } from "#shared/api/fields.ts";
import type { Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { useFieldMessage } from "#renderer/components/form/field-parts.tsx";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { FieldGroup } from "../fields/field.tsx";
import { FileButton, FileFailure } from "#renderer/components/form/file-button.tsx";

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  name: { overflowWrap: "anywhere" },
  hint: { margin: "4px 0 0", fontSize: "15px", color: tokens.colorNeutralForeground2 },
});

/** The form of an extra, as typed, and its state. */
export type ExtraValues = z.input<typeof writtenExtraSchema>;
export type ExtraFormState = UseFormReturn<ExtraValues, unknown, WrittenExtra>;

type DownloadProps = { sku: string; language: Language; file: ExtraFile };

/** Downloads the PDF that buyers get now. */
function Download({ sku, language, file }: DownloadProps) {
  const { t } = useTranslation("studio");
  const { busy, run } = useMutation(async () => {
    const { data, error } = await call(getExtraFile, { params: { sku, language } });
    if (data instanceof Blob) saveAsFile(file.name, data);
    return error;
  });
  return (
    <Button size="large" disabledFocusable={busy} onClick={() => void run()}>
      {t("extras.download")}
    </Button>
  );
}

type ExtraFileFieldProps = {
  control: ExtraFormState["control"];
  language: Language;
  /** The extra as it is stored; null for a new one. */
  extra: StudioExtra | null;
  /** Called with 1 when an upload begins and with -1 when it ends. */
  onUpload: (change: 1 | -1) => void;
};

/** The PDF of an extra in a language: it is uploaded when it is chosen, and sold once the form is saved. */
export function ExtraFileField(props: ExtraFileFieldProps) {
  const { control, language, extra, onUpload } = props;
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const name = fieldIn("file", language);
  const words = useLanguageWords()(language);
  const isFirst = language === firstLanguage();
  const { field, fieldState } = useController({ control, name });
  const message = useFieldMessage()(fieldState.error);
  const uploading = useMutation(async (chosen: File): Promise<Failure | null> => {
    if (chosen.size > maxExtraFileBytes) return { kind: "rejected", code: "payload-too-large" };
    const query = { name: chosen.name };
    onUpload(1);
    const { data, error } = await call(uploadExtraFile, { query, body: chosen, silent: true });
    onUpload(-1);
    if (data) field.onChange(data);
    return error;
  });
  const { value } = field;
  const isStored = value !== null && value.stored === extra?.[name]?.stored;
  return (
    <FieldGroup place={name} title={t("extras.file", words)}>
      <div className={styles.row}>
        <span role="status" className={styles.name}>
          {uploading.busy ? t("extras.uploading") : (value?.name ?? t("extras.fileNone"))}
        </span>
        <FileButton
          accept=".pdf,application/pdf"
          disabled={uploading.busy}
          onFile={(file) => void uploading.run(file)}
        >
          {t("extras.choose")}
        </FileButton>
        {extra && isStored && <Download sku={extra.sku} language={language} file={value} />}
        {value && !isFirst && (
          <Button size="large" onClick={() => field.onChange(null)}>
            {t("extras.remove")}
          </Button>
        )}
      </div>
      <p className={styles.hint}>
        {isFirst ? t("extras.fileHint") : t("extras.fileOtherHint", words)}
      </p>
      {message !== undefined && !uploading.failure && <Notice intent="error">{message}</Notice>}
      <FileFailure
        failure={uploading.failure}
        field="pdf"
        words={{ "payload-too-large": t("extras.large") }}
      />
    </FieldGroup>
  );
}
