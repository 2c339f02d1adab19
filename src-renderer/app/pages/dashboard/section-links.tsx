import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { MotifName } from "#resources/art/motif-names.ts";
import { routePath } from "#shared/routes.ts";
import { MotifArt, motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { listPath } from "#renderer/features/reading/index.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isPartOn, shownKinds } from "#shared/parts.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { brand } from "#renderer/platform/brand.ts";

const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(132px, 1fr))",
    [media.wide]: { gridTemplateColumns: "repeat(3, 1fr)" },
    gap: "4px 16px",
    margin: 0,
    padding: "16px 0 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    listStyleType: "none",
  },
  link: {
    display: "inline-flex",
    alignItems: "center",
    gap: "12px",
    minHeight: "56px",
    paddingRight: "8px",
    color: "inherit",
    fontWeight: 600,
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline", textUnderlineOffset: "4px" },
  },
  picture: { display: "grid", placeItems: "center", width: "40px", lineHeight: 0 },
});

type WayInProps = { to: string; motif: MotifName; children: string };

function WayIn({ to, motif, children }: WayInProps) {
  const styles = useStyles();
  return (
    <li>
      <Link to={to} className={styles.link}>
        <span className={styles.picture}>
          <MotifArt motif={motif} size={40} />
        </span>
        {children}
      </Link>
    </li>
  );
}

/** Links to the sections of the library, to the shows and to what is saved, each with its drawing. */
export function SectionLinks() {
  const styles = useStyles();
  const { t } = useTranslation(["account", "titles"]);
  const titleOf = usePageTitles();
  return (
    <nav aria-label={t("sections")}>
      <ul className={styles.list}>
        {shownKinds(brand).map((kind) => (
          <WayIn key={kind} to={listPath(kind)} motif={motifOfKind[kind]}>
            {titleOf(kind)}
          </WayIn>
        ))}
        {isPartOn(brand, "showDay") && (
          <WayIn to={routePath("showDay")} motif="rosette">
            {t("titles:showDay")}
          </WayIn>
        )}
        <WayIn to={routePath("saved")} motif="treat-jar">
          {t("titles:saved")}
        </WayIn>
      </ul>
    </nav>
  );
}
