import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { LegalSection } from "./legal-text.ts";

const useStyles = makeStyles({
  contents: {
    gridColumn: "2",
    gridRow: "1",
    position: "sticky",
    top: "96px",
    maxHeight: "calc(100vh - 128px)",
    overflowY: "auto",
    [media.belowTablet]: { display: "none" },
    [media.print]: { display: "none" },
  },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  link: {
    display: "block",
    padding: "6px 0 6px 20px",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    textWrap: "balance",
    ":hover": { color: tokens.colorNeutralForeground1, textDecorationLine: "underline" },
  },
});

/** Links to the sections, beside the text on wide screens. */
export function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
  const styles = useStyles();
  const { t } = useTranslation("legal");
  return (
    <nav aria-label={t("contents")} className={styles.contents}>
      <ol className={styles.list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
