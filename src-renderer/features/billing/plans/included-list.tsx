import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { MotifName } from "../../../../resources/art/motifs.ts";
import { contentKinds, type ContentKind } from "../../../../src-shared/api/library.ts";
import { MotifArt } from "../../../components/cover-art/motif-art.tsx";
import { media, tokens } from "../../../theme/tokens.ts";
import { useSectionStyles } from "./section-styles.ts";

const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(5, minmax(0, 1fr))",
    gap: "24px 32px",
    margin: "24px 0 0",
    padding: 0,
    listStyleType: "none",
    [media.belowTablet]: { gridTemplateColumns: "1fr" },
  },
  item: {
    display: "grid",
    alignContent: "start",
    gap: "12px",
    [media.belowTablet]: { gridTemplateColumns: "56px 1fr", gap: "16px" },
    "> svg": { maxWidth: "100%" },
  },
  name: { margin: "0 0 4px", fontSize: "18px", lineHeight: "26px", fontWeight: 600 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

const motifs = {
  articles: "weave-poles",
  blog: "paw",
  recipes: "bowl",
  protocols: "seesaw",
  videos: "tunnel",
} as const satisfies Record<ContentKind, MotifName>;

/** What both plans include: the whole library, kind by kind, in the brand's words. */
export function IncludedList() {
  const styles = useStyles();
  const section = useSectionStyles();
  const { t } = useTranslation(["billing", "titles", "brand"]);
  return (
    <section aria-labelledby="included" className={section.section}>
      <h2 id="included" className={section.title}>
        {t("included")}
      </h2>
      <ul className={styles.list}>
        {contentKinds.map((kind) => (
          <li key={kind} className={styles.item}>
            <MotifArt motif={motifs[kind]} size={56} />
            <div>
              <h3 className={styles.name}>{t(`titles:${kind}`)}</h3>
              <p className={styles.text}>{t(`brand:library.${kind}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
