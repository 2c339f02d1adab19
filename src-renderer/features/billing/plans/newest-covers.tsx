import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getShowcase, type Teaser } from "#shared/api/library.ts";
import { kindFacts, showcaseKinds } from "#shared/content-kinds.ts";
import { routes } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useSectionStyles } from "./section-styles.ts";

const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(4, minmax(0, 1fr))",
    gap: "24px 32px",
    margin: "24px 0 0",
    padding: 0,
    listStyleType: "none",
    [media.belowTablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))", gap: "20px 16px" },
  },
  item: { display: "grid", alignContent: "start", gap: "4px" },
  cover: {
    aspectRatio: "16 / 9",
    marginBottom: "8px",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    lineHeight: 0,
    backgroundColor: tokens.colorBand,
  },
  kind: { color: tokens.colorNeutralForeground3, fontSize: "15px", lineHeight: "22px" },
  // Reserves lines, so that nothing below moves when the titles arrive.
  title: { minHeight: "75px", fontWeight: 600, fontSize: "18px", lineHeight: "25px" },
});

function Cover({ teaser }: { teaser: Teaser | undefined }) {
  const styles = useStyles();
  const { t } = useTranslation("titles");
  return (
    <li className={styles.item} aria-hidden={teaser ? undefined : true}>
      <div className={styles.cover}>
        {teaser && <CoverArt kind={teaser.kind} slug={teaser.slug} motif={teaser.motif} />}
      </div>
      <span className={styles.kind}>
        {teaser ? t(routes[kindFacts[teaser.kind].entry].title) : "\u00a0"}
      </span>
      <span className={styles.title} lang={teaser?.language}>
        {teaser?.title}
      </span>
    </li>
  );
}

/** The newest entry of each kind; nothing if they cannot be loaded. */
export function NewestCovers() {
  const styles = useStyles();
  const section = useSectionStyles();
  const { t } = useTranslation("billing");
  const { data, isError } = useApiQuery(getShowcase, { silent: true });
  if (isError) return null;
  return (
    <section aria-labelledby="newest" className={section.section}>
      <Heading level={2} id="newest" className={section.title}>
        {t("missing.newest")}
      </Heading>
      <ul className={styles.list}>
        {showcaseKinds.map((kind) => (
          <Cover key={kind} teaser={data?.[kind][0]} />
        ))}
      </ul>
    </section>
  );
}
