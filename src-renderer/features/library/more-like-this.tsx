import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { listContent, type ContentKind } from "../../../src-shared/api/library.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { TeaserCard } from "./teaser-card.tsx";
import { useGridStyles } from "./teaser-list.tsx";

const shown = 3;

const useStyles = makeStyles({
  section: {
    marginTop: "80px",
    paddingTop: "40px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.print]: { display: "none" },
  },
  heading: {
    margin: "0 0 24px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
  },
});

type MoreLikeThisProps = { kind: ContentKind; besides: string };

/** Three other entries of the kind, the newest; nothing where there are none, or they do not load. */
export function MoreLikeThis({ kind, besides }: MoreLikeThisProps) {
  const grid = useGridStyles();
  const styles = useStyles();
  const { t } = useTranslation("library");
  // The one that is open may be among them.
  const { data } = useApiQuery(listContent, { params: { kind }, query: { limit: shown + 1 } });
  const others = data?.items.filter(({ slug }) => slug !== besides).slice(0, shown) ?? [];
  if (others.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t(`more.${kind}`)}</h2>
      <ul className={grid.grid}>
        {others.map((teaser) => (
          <li key={teaser.slug}>
            <TeaserCard teaser={teaser} />
          </li>
        ))}
      </ul>
    </section>
  );
}
