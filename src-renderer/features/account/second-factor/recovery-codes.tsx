import { Button, Field, makeStyles, Textarea } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "#renderer/components/use-copy.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", justifyItems: "start", "& p": { margin: 0 } },
  field: { width: "100%", maxWidth: "340px" },
  // As high as the codes: Fluent's text areas end at 260 px.
  codes: {
    fontFamily: "monospace",
    fontSize: "16px",
    lineHeight: "26px",
    height: "auto",
    maxHeight: "none",
    resize: "none",
  },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    gap: "12px",
    "@media print": { display: "none" },
  },
});

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void };

/** Shows new recovery codes, which cannot be shown again, to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const styles = useStyles();
  const { t } = useTranslation("second-factor");
  const quiet = useButtonLook("secondary");
  const accent = useButtonLook("accent");
  const field = useRef<HTMLTextAreaElement>(null);
  const { outcome, copy } = useCopy();
  const text = codes.join("\n");
  useEffect(() => focusReplacement(field.current), []);
  const download = () =>
    saveAsFile("recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }));
  return (
    <div data-printed-alone className={styles.stack}>
      <Heading level={3} size="label">
        {t("codesTitle")}
      </Heading>
      <p>{t("codesText")}</p>
      <Field label={t("codesLabel")} className={styles.field}>
        <Textarea
          ref={field}
          readOnly
          value={text}
          rows={codes.length}
          textarea={{ className: styles.codes }}
        />
      </Field>
      <div className={styles.actions}>
        <Button size="large" {...quiet} onClick={() => void copy(field.current)}>
          {t("copyCodes")}
        </Button>
        <Button size="large" {...quiet} onClick={download}>
          {t("download")}
        </Button>
        <Button size="large" {...quiet} onClick={() => window.print()}>
          {t("print")}
        </Button>
        <Button size="large" {...accent} onClick={onSaved}>
          {t("kept")}
        </Button>
      </div>
      <FormSuccess>{outcome && t(outcome)}</FormSuccess>
    </div>
  );
}
