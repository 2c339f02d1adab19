import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { MotifArt, motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { shownKinds } from "#shared/parts.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { brand } from "#renderer/platform/brand.ts";
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
  name: { marginBottom: "4px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** What both plans include: a sentence about each kind of the library. */
export function IncludedList() {
  const styles = useStyles();
  const section = useSectionStyles();
  const { t } = useTranslation(["billing", "brand"]);
  const titleOf = usePageTitles();
  return (
    <section aria-labelledby="included" className={section.section}>
      <Heading level={2} id="included" className={section.title}>
        {t("included")}
      </Heading>
      <ul className={styles.list}>
        {shownKinds(brand).map((kind) => (
          <li key={kind} className={styles.item}>
            <MotifArt motif={motifOfKind[kind]} size={56} />
            <div>
              <Heading level={3} size="label" className={styles.name}>
                {titleOf(kind)}
              </Heading>
              <p className={styles.text}>{t(`brand:library.${kind}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
