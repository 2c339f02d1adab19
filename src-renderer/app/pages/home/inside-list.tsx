import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { MotifArt, motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useListLink } from "#renderer/features/reading/index.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { shownKinds } from "#shared/parts.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { brand } from "#renderer/platform/brand.ts";

const useStyles = makeStyles({
  list: { display: "grid", margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    gap: "20px",
    alignItems: "center",
    padding: "14px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ":first-child": { borderTopStyle: "none" },
  },
  picture: { display: "grid", justifyItems: "center", lineHeight: 0 },
  name: { fontWeight: 600, fontSize: "18px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The sections of the library: a drawing, a link and a sentence for each. */
export function InsideList() {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  const titleOf = usePageTitles();
  const listLink = useListLink();
  return (
    <ul className={styles.list}>
      {shownKinds(brand).map((kind) => (
        <li key={kind} className={styles.item}>
          <span className={styles.picture}>
            <MotifArt motif={motifOfKind[kind]} size={56} />
          </span>
          <div>
            <TextLink to={listLink(kind)} className={styles.name}>
              {titleOf(kind)}
            </TextLink>
            <p className={styles.text}>{t(`library.${kind}`)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
