import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { exportAuditCsv, exportAuditJson, longestAuditExport } from "#shared/api/audit.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { queryOf, type AuditFilter } from "./use-audit-filter.ts";

/** Asks who is there once more, as the account does before it exports its data. */
export type AskPassword = ComponentType<{
  open: boolean;
  title: string;
  action: string;
  onPassword: (password: string) => Promise<ApiFailure | null>;
  onClose: () => void;
  children: ReactNode;
}>;

const useStyles = makeStyles({
  root: { display: "grid", gap: "8px", justifyItems: "start", marginTop: "40px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px 12px", marginTop: "8px" },
});

const exports = { csv: exportAuditCsv, json: exportAuditJson };
type Format = keyof typeof exports;

/** Downloads what the filter shows, after asking for the password. */
export function ExportAudit({
  filter,
  AskPassword: Ask,
}: {
  filter: AuditFilter;
  AskPassword: AskPassword;
}) {
  const styles = useStyles();
  const { t } = useTranslation("audit");
  const { number } = useFormats();
  const [asked, setAsked] = useState<Format | null>(null);
  const [saved, setSaved] = useState(false);
  const save = async (password: string) => {
    const format = asked ?? "csv";
    const { data, error } = await call(exports[format], { body: { ...queryOf(filter), password } });
    if (error) return error;
    if (data instanceof Blob) {
      saveAsFile(`audit-trail-${new Date().toISOString().slice(0, 10)}.${format}`, data);
    }
    setAsked(null);
    setSaved(true);
    return null;
  };
  const button = (format: Format) => (
    <Button
      size="large"
      {...opensDialog}
      onClick={() => {
        setSaved(false);
        setAsked(format);
      }}
    >
      {t(`export.${format}`)}
    </Button>
  );
  return (
    <section aria-labelledby="audit-export" className={styles.root}>
      <Heading level={2} size="small" id="audit-export">
        {t("export.title")}
      </Heading>
      <p className={styles.text}>{t("export.text", { most: number(longestAuditExport) })}</p>
      <div className={styles.buttons}>
        {button("csv")}
        {button("json")}
      </div>
      <Ask
        open={asked !== null}
        title={t("export.question")}
        action={t("export.submit")}
        onPassword={save}
        onClose={() => setAsked(null)}
      >
        <p>{t("export.why")}</p>
      </Ask>
      <FormSuccess>{saved && t("export.done")}</FormSuccess>
    </section>
  );
}
