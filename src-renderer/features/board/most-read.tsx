import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Board } from "#shared/api/board.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  list: { display: "grid", gap: "4px", margin: 0, padding: 0, listStyleType: "none" },
  entry: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "baseline",
    gap: "16px",
    minHeight: "30px",
  },
  readings: {
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The entries that most members read or watched this week. */
export function MostRead({ entries }: { entries: Board["mostRead"] }) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { number } = useFormats();
  if (entries.length === 0) return <p className={styles.none}>{t("mostRead.none")}</p>;
  return (
    <ol className={styles.list}>
      {entries.map(({ kind, slug, title, readings }) => (
        <li key={`${kind}/${slug}`} className={styles.entry}>
          <span>
            <TextLink to={routePath(kindFacts[kind].entry, { id: slug })}>{title}</TextLink>
          </span>
          <span className={styles.readings}>
            {t("mostRead.readings", { count: readings, shown: number(readings) })}
          </span>
        </li>
      ))}
    </ol>
  );
}
