import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { BelowFold } from "#renderer/components/below-fold.tsx";
import { MotifArt, motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { usePageTitle } from "#renderer/components/page.tsx";
import { listPath, NewestEntry, NewestRows } from "#renderer/features/reading/index.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { shownKinds } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { PublicHome } from "./home/public-home.tsx";

const useStyles = makeStyles({
  root: {
    paddingTop: "48px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "20px", paddingBottom: "56px" },
  },
  greeting: { marginBottom: "8px" },
  lead: { margin: "0 0 32px", fontSize: "18px", color: tokens.colorNeutralForeground2 },
  shelf: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 4fr) minmax(0, 9fr)",
    gap: "20px 48px",
    alignItems: "center",
    marginTop: "32px",
    paddingTop: "32px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ":first-of-type": { marginTop: "56px" },
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  section: {
    display: "grid",
    gridTemplateColumns: "56px minmax(0, 1fr)",
    gap: "16px",
    alignItems: "center",
  },
  name: { fontSize: "22px", lineHeight: "28px" },
  link: {
    color: "inherit",
    fontFamily: "inherit",
    fontSize: "inherit",
    fontWeight: "inherit",
    lineHeight: "inherit",
    ":not(:hover)": { textDecorationLine: "none" },
  },
  text: {
    margin: "2px 0 0",
    fontSize: "16px",
    lineHeight: "22px",
    color: tokens.colorNeutralForeground2,
  },
});

/** A section of the library with its newest entries. */
function KindShelf({ kind }: { kind: ContentKind }) {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  const titleOf = usePageTitles();
  return (
    <section className={styles.shelf}>
      <div className={styles.section}>
        <MotifArt motif={motifOfKind[kind]} size={56} />
        <div>
          <Heading level={2} className={styles.name}>
            <TextLink to={listPath(kind)} className={styles.link}>
              {titleOf(kind)}
            </TextLink>
          </Heading>
          <p className={styles.text}>{t(`library.${kind}`)}</p>
        </div>
      </div>
      <NewestRows kind={kind} />
    </section>
  );
}

/** The home page of active members: the newest entry, and each section of the library with its newest. */
function MemberHome() {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["home", "brand"]);
  const heading = usePageTitle(t("brand:home.title"));
  const who = useUser()?.name;
  return (
    <div className={mergeClasses(frame, styles.root)}>
      <Heading level={1} ref={heading} className={styles.greeting}>
        {who ? t("helloName", { who }) : t("hello")}
      </Heading>
      <p className={styles.lead}>{t("brand:memberHome.lead")}</p>
      <NewestEntry />
      <BelowFold>
        {shownKinds(brand).map((kind) => (
          <KindShelf key={kind} kind={kind} />
        ))}
      </BelowFold>
    </div>
  );
}

/** The home page: of members, or of the public site. */
export default function HomePage() {
  return useIsActiveMember() ? <MemberHome /> : <PublicHome />;
}
