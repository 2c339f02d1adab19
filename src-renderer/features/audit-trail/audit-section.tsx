import { makeStyles, Button } from "@fluentui/react-components";
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { listAudit, exportAuditCsv, exportAuditJson, maxAuditExport } from "#shared/api/audit.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import { AuditFilterBar } from "./audit-filter.tsx";
import { AuditItem } from "./audit-item.tsx";
import { queryOf, useAuditFilter, type AuditFilter } from "./use-audit-filter.ts";

/** Asks who is there once more, as the account does before it exports its data. */
type AskPassword = ComponentType<{
  open: boolean;
  title: string;
  action: string;
  onPassword: (password: string) => Promise<ApiFailure | null>;
  onClose: () => void;
  children: ReactNode;
}>;

const useExportAuditStyles = makeStyles({
  root: { display: "grid", gap: "8px", justifyItems: "start", marginTop: "40px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px 12px", marginTop: "8px" },
});

const exports = { csv: exportAuditCsv, json: exportAuditJson };
type Format = keyof typeof exports;

/** Downloads what the filter shows, after asking for the password. */
function ExportAudit({
  filter,
  AskPassword: Ask,
}: {
  filter: AuditFilter;
  AskPassword: AskPassword;
}) {
  const styles = useExportAuditStyles();
  const { t } = useTranslation("audit");
  const { number } = useFormats();
  const [wantedFormat, setWantedFormat] = useState<Format | null>(null);
  const [saved, setSaved] = useState(false);
  const save = async (password: string) => {
    const format = wantedFormat ?? "csv";
    const { data, error } = await call(exports[format], { body: { ...queryOf(filter), password } });
    if (error) return error;
    if (data instanceof Blob) {
      saveAsFile(`audit-trail-${businessDay(Date.now())}.${format}`, data);
    }
    setWantedFormat(null);
    setSaved(true);
    return null;
  };
  const button = (format: Format) => (
    <Button
      size="large"
      onClick={() => {
        setSaved(false);
        setWantedFormat(format);
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
      <p className={styles.text}>
        {t("export.text", { count: maxAuditExport, most: number(maxAuditExport) })}
      </p>
      <div className={styles.buttons}>
        {button("csv")}
        {button("json")}
      </div>
      <Ask
        open={wantedFormat !== null}
        title={t("export.question")}
        action={t("export.submit")}
        onPassword={save}
        onClose={() => setWantedFormat(null)}
      >
        <p>{t("export.why")}</p>
      </Ask>
      <FormSuccess>{saved && t("export.done")}</FormSuccess>
    </section>
  );
}

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px", maxWidth: "960px" },
  lead: { margin: 0, color: tokens.colorNeutralForeground2 },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  count: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: "15px" },
  entries: { display: "grid", gap: "8px" },
});

/** The audit trail for admins: who did what, to whom, when and from where; the filter is kept in the address. */
export function AuditSection({ AskPassword: Ask }: { AskPassword: AskPassword }) {
  const styles = useStyles();
  const { t } = useTranslation("audit");
  const { filter, change } = useAuditFilter();
  const list = useRef<HTMLUListElement>(null);
  const query = queryOf(filter);
  const pages = useApiPages(
    listAudit,
    (cursor) => ({ query: { ...query, ...(cursor !== undefined && { cursor }) } }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const chosen = items
    .flatMap(({ actor, subject }) => [actor, subject])
    .find((person) => person?.id === filter.person);
  return (
    <div className={styles.root}>
      <p className={styles.lead}>{t("lead")}</p>
      <AuditFilterBar filter={filter} name={chosen?.name ?? null} onChange={change} />
      <QueryView
        query={pages}
        loading={<LoadingLines lines={8} />}
        isEmpty={() => items.length === 0}
        empty={<EmptyState motif="whistle" title={t("none.title")} text={t("none.text")} />}
      >
        {() => (
          <div className={styles.entries}>
            <p role="status" className={styles.count}>
              {t("count", { count: items.length })}
            </p>
            <ul ref={list} aria-label={t("list")} className={styles.list}>
              {items.map((entry) => (
                <AuditItem
                  key={entry.id}
                  entry={entry}
                  onPerson={({ id }) => change({ person: id })}
                />
              ))}
            </ul>
            <ShowOlder pages={pages} list={list} label={t("older")} />
          </div>
        )}
      </QueryView>
      <ExportAudit filter={filter} AskPassword={Ask} />
    </div>
  );
}
