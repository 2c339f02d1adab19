import { makeStyles } from "@fluentui/react-components";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { partsOf } from "#renderer/components/text-parts.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Fewer parts than these need no list. */
const minParts = 3;

const useStyles = makeStyles({
  outline: {
    display: "none",
    [media.wide]: { display: "block", position: "sticky", top: "104px" },
    [media.print]: { display: "none" },
  },
  title: {
    margin: "0 0 8px",
    fontSize: "15px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground3,
  },
  list: {
    listStyleType: "none",
    margin: 0,
    padding: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  link: {
    display: "block",
    padding: "6px 0 6px 16px",
    fontSize: "16px",
    lineHeight: "24px",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": { color: tokens.colorNeutralForeground1, textDecorationLine: "underline" },
  },
});

type OutlineProps = {
  entry: Pick<Entry, "body" | "language">;
  /** Anchor and name of the part after the text, if there is one. */
  last?: readonly [id: string, title: string];
};

/** Links to the parts of a long entry, beside its text on wide screens. */
export function Outline({ entry, last }: OutlineProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const inText = useMemo(() => partsOf(entry.body), [entry.body]);
  const parts = last ? [...inText, last] : inText;
  if (parts.length < minParts) return null;
  return (
    <nav aria-labelledby="outline" className={styles.outline}>
      <p id="outline" className={styles.title}>
        {t("outline")}
      </p>
      <ul lang={entry.language} className={styles.list}>
        {parts.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
