import { makeStyles } from "@fluentui/react-components";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { listAudit } from "#shared/api/audit.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-older.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { AuditFilterBar } from "./audit-filter.tsx";
import { AuditItem } from "./audit-item.tsx";
import { ExportAudit, type AskPassword } from "./export-audit.tsx";
import { queryOf, useAuditFilter } from "./use-audit-filter.ts";

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
