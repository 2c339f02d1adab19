import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Course } from "#renderer/components/course/course.tsx";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse" },
  // Weeks follow each other on paper; a session is not torn from its drawing.
  session: { breakInside: "avoid" },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  // Browsers repeat a foot on each sheet.
  foot: { [media.print]: { display: "table-row-group", breakBefore: "avoid" } },
  cell: { padding: "12px 0", textAlign: "left", verticalAlign: "top", fontWeight: 400 },
  title: { display: "block", fontWeight: 600 },
  description: { display: "block", marginTop: "2px", color: tokens.colorNeutralForeground2 },
  minutes: {
    paddingLeft: "24px",
    textAlign: "right",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
  },
  total: { fontWeight: 600 },
  // To be ticked on paper.
  box: {
    display: "none",
    [media.print]: {
      display: "inline-block",
      boxSizing: "border-box",
      width: "14px",
      height: "14px",
      marginRight: "10px",
      border: "1.5px solid currentcolor",
      verticalAlign: "-2px",
    },
  },
});

type Session = {
  title: string;
  minutes: number;
  description?: string;
  course?: string | undefined;
};
type SessionTableProps = {
  /** For screen readers only, since a heading shows the same. */
  caption: string;
  sessions: readonly Session[];
  /** Renders what became of a session, counted from 0. */
  renderMark?: ((session: number) => ReactNode) | undefined;
};

/** The sessions of a week with their minutes and the total. */
export function SessionTable({ caption, sessions, renderMark }: SessionTableProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const formats = useFormats();
  const minutes = (count: number) => t("minutesShort", { minutes: formats.number(count) });
  const total = sessions.reduce((sum, session) => sum + session.minutes, 0);
  return (
    <table className={styles.table}>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <VisuallyHidden as="thead">
        <tr>
          <th scope="col">{t("protocol.session")}</th>
          <th scope="col">{t("protocol.time")}</th>
        </tr>
      </VisuallyHidden>
      {sessions.map(({ title, minutes: length, description, course }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, the order never changes
        <tbody key={i} className={styles.session}>
          <tr className={styles.row}>
            <th scope="row" className={styles.cell}>
              <span className={styles.title}>
                <span className={styles.box} />
                {withGoodBreaks(title)}
              </span>
              {description && (
                <span className={styles.description}>{withGoodBreaks(description)}</span>
              )}
              {renderMark?.(i)}
            </th>
            <td className={mergeClasses(styles.cell, styles.minutes)}>{minutes(length)}</td>
          </tr>
          {course !== undefined && (
            <tr>
              <td colSpan={2}>
                <Course text={course} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
      <tfoot className={styles.foot}>
        <tr className={styles.row}>
          <th scope="row" className={mergeClasses(styles.cell, styles.total)}>
            {t("protocol.total")}
          </th>
          <td className={mergeClasses(styles.cell, styles.minutes, styles.total)}>
            {minutes(total)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
