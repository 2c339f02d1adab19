import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  checkMemberImport,
  importOutcomes,
  listMemberImportLines,
  type ImportLine,
  type ImportNoticeCode,
  type ImportOutcome,
} from "#shared/api/member-imports.ts";
import { minuteMs } from "#shared/durations.ts";
import { withFormulaGuards } from "#shared/formula-guards.ts";
import { call } from "#renderer/api-client/client.ts";
import { DataTable, type Column } from "#renderer/components/data-table.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useShowMore, type ShownPages } from "#renderer/components/show-more.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { useMembersAddress } from "../members-address.ts";

/** Which lines of an import are listed; all of them unless one of the two is set. */
export type LineFilter = { outcome?: ImportOutcome; notice?: ImportNoticeCode };

type LineCounts = {
  outcomes: Record<ImportOutcome, number>;
  notices?: Partial<Record<ImportNoticeCode, number>>;
};

/** Notices that are counted, since owners ask for them. The others stand at their lines. */
const countedNotices = [
  "membership-begins-ending",
  "needs-card",
  "grant-begins",
  "no-membership",
  "day-missing",
  "day-over",
  "stripe-unknown",
  "stripe-not-asked",
  "stripe-unanswered",
  "overdue-there",
  "has-membership",
] as const satisfies ImportNoticeCode[];

const useStyles = makeStyles({
  counts: { margin: "16px 0 0", padding: 0, listStyleType: "none", maxWidth: "712px" },
  count: {
    display: "block",
    width: "100%",
    minHeight: "44px",
    padding: "10px 12px",
    border: "none",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: "transparent",
    color: "inherit",
    font: "inherit",
    textAlign: "start",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground2 },
  },
  outcome: { fontWeight: 600 },
  chosen: {
    backgroundColor: tokens.colorNeutralBackground2,
    boxShadow: `inset 4px 0 0 ${tokens.colorNeutralForeground1}`,
    // Also where a theme of the system shows neither of them.
    textDecorationLine: "underline",
  },
  part: { marginTop: "40px" },
  outdated: { opacity: 0.6 },
  // As high as its sentence, which is missing while other lines load.
  hint: { margin: "4px 0 0", minHeight: "1lh", color: tokens.colorNeutralForeground2 },
  name: { display: "block", color: tokens.colorNeutralForeground2 },
  cell: { overflowWrap: "anywhere" },
  // Most addresses stay on one line beside the long texts of the last column.
  member: { display: "block", minWidth: "min(100%, 24ch)" },
  notices: { margin: 0, padding: 0, listStyleType: "none" },
  foot: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px 20px" },
  more: { marginTop: "20px" },
});

type LineCountsProps = {
  /** Whether it was done already, or would be. */
  when: "check" | "result";
  counts: LineCounts;
  filter: LineFilter;
  onFilter: (filter: LineFilter) => void;
};

/** How many lines have which outcome, in sentences; pressing one lists only its lines. */
export function LineCountList({ when, counts, filter, onFilter }: LineCountsProps) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  const outcomes = importOutcomes.map((outcome) => {
    const count = counts.outcomes[outcome];
    const text = t(`${when}.${outcome}`, { count, shown: number(count) });
    return { key: outcome, count, text, filter: { outcome }, isChosen: filter.outcome === outcome };
  });
  const notices = countedNotices.map((notice) => {
    const count = counts.notices?.[notice] ?? 0;
    const text = t(`counted.${notice}`, { count, shown: number(count) });
    return { key: notice, count, text, filter: { notice }, isChosen: filter.notice === notice };
  });
  return (
    <ul aria-label={t("lines.counts")} className={styles.counts}>
      {[...outcomes, ...notices].map(
        (row, at) =>
          row.count > 0 && (
            <li key={row.key}>
              <button
                type="button"
                aria-pressed={row.isChosen}
                className={mergeClasses(
                  styles.count,
                  at < outcomes.length && styles.outcome,
                  row.isChosen && styles.chosen,
                )}
                onClick={() => onFilter(row.isChosen ? {} : row.filter)}
              >
                {row.text}
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

function useColumns(when: "check" | "result"): Column<ImportLine, never>[] {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  const { linkTo } = useMembersAddress();
  return [
    {
      key: "line",
      title: t("lines.line"),
      isNamed: true,
      cell: ({ line }) => number(line),
    },
    {
      key: "member",
      title: t("lines.member"),
      cell: ({ email, name, userId }) => (
        <span className={mergeClasses(styles.cell, styles.member)}>
          {userId === null ? (
            email || "–"
          ) : (
            <TextLink to={linkTo({ member: userId, import: null, step: null })}>{email}</TextLink>
          )}
          <span className={styles.name}>{name}</span>
        </span>
      ),
    },
    {
      key: "outcome",
      title: t("lines.outcome"),
      cell: ({ outcome }) => <strong>{t(`outcome.${when}.${outcome}`)}</strong>,
    },
    {
      key: "notices",
      title: t(`lines.${when}`),
      cell: ({ notices }) => (
        <ul className={mergeClasses(styles.notices, styles.cell)}>
          {notices.map(({ code, field, text }) => (
            <li key={code + (field ?? "")}>
              {field !== null && `${t(`fields.${field}`)}: `}
              {text}
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

/** Writes a cell of CSV. */
const cellOf = (text: string): string => `"${withFormulaGuards(text).replaceAll('"', '""')}"`;

const readRefused = (when: "check" | "result", id: string, after: number) => {
  const query = { outcome: "refused" as const, after, limit: 100 };
  const input = { params: { id }, query, timeoutMs: minuteMs, silent: true };
  return when === "check" ? call(checkMemberImport, input) : call(listMemberImportLines, input);
};

type SaveRefusedProps = { id: string; when: "check" | "result" };

/** Saves the lines that do not come in, with their reasons, as CSV. */
export function SaveRefused({ id, when }: SaveRefusedProps) {
  const { t } = useTranslation("member-import");
  const { busy, failure, run } = useMutation(async () => {
    const rows = [[t("lines.line"), t("fields.email"), t("fields.name"), t("lines.reason")]];
    for (let after: number | null = 0; after !== null;) {
      const { data, error } = await readRefused(when, id, after);
      if (error) return error;
      for (const { line, email, name, notices } of data.items) {
        const reasons = notices.map(({ field, text }) =>
          field === null ? text : `${t(`fields.${field}`)}: ${text}`,
        );
        rows.push([String(line), email, name, reasons.join(" ")]);
      }
      after = data.nextAfter;
    }
    const csv = rows.map((row) => row.map(cellOf).join(",")).join("\r\n");
    // Without the mark at its start Excel takes UTF-8 for the code page of its country.
    saveAsFile("members-not-imported.csv", new Blob([`\uFEFF${csv}\r\n`], { type: "text/csv" }));
    return null;
  });
  return (
    <>
      <Button size="large" disabledFocusable={busy} onClick={() => void run()}>
        {t("lines.saveRefused")}
      </Button>
      {failure && <FormFailure error={rootError(failure)} />}
    </>
  );
}

type LineListProps = {
  when: "check" | "result";
  pages: ShownPages & { isPlaceholderData: boolean };
  /** Those of all pages that were loaded. */
  lines: readonly ImportLine[];
  isFiltered: boolean;
};

/** The lines of an import: what happens with each, and what is wrong with it. */
export function LineList({ when, pages, lines, isFiltered }: LineListProps) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const list = useRef<HTMLTableSectionElement>(null);
  const columns = useColumns(when);
  const { added, button } = useShowMore(pages, list);
  // Lines of the former choice, until those of the present one have come.
  const isOutdated = pages.isPlaceholderData;
  return (
    <section aria-labelledby="import-lines" className={styles.part}>
      <Heading level={3} id="import-lines">
        {t("lines.title")}
      </Heading>
      <p role="status" className={styles.hint}>
        {!isOutdated && t(isFiltered ? "lines.filtered" : "lines.all")}
      </p>
      <div aria-busy={isOutdated} className={mergeClasses(isOutdated && styles.outdated)}>
        <DataTable
          ref={list}
          label={t("lines.title")}
          columns={columns}
          rows={lines}
          keyOf={({ line }) => String(line)}
        />
      </div>
      <div className={mergeClasses(styles.foot, pages.hasNextPage && styles.more)}>
        {pages.hasNextPage && !isOutdated && <Button {...button}>{t("lines.more")}</Button>}
        <span role="status">{added > 0 && t("lines.added", { count: added })}</span>
      </div>
    </section>
  );
}
