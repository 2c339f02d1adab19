import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routes } from "#shared/routes.ts";
import {
  type RequestedEntry,
  LockedEntryHead,
  LockedEntrySummary,
  useRequestedEntry,
} from "#renderer/features/reading/index.ts";
import { Page } from "#renderer/components/page.tsx";
import { returnAddress, routeOfAddress } from "#renderer/session/return-address.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { getShowcase, type Teaser } from "#shared/api/library.ts";
import { kindFacts, showcaseKinds } from "#shared/content-kinds.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { isKindShown } from "#shared/parts.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { brand } from "#renderer/platform/brand.ts";
import { IncludedList } from "./plans/included-list.tsx";
import { Plans } from "./plans/plan-comparison.tsx";
import { Promises } from "./plans/promises.tsx";
import { useSectionStyles } from "./plans/section-styles.ts";

const useNewestCoversStyles = makeStyles({
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
  const styles = useNewestCoversStyles();
  const titleOf = usePageTitles();
  return (
    <li className={styles.item} aria-hidden={teaser ? undefined : true}>
      <div className={styles.cover}>
        {teaser && (
          <CoverArt
            kind={teaser.kind}
            slug={teaser.slug}
            motif={teaser.motif}
            cover={teaser.cover}
          />
        )}
      </div>
      <span className={styles.kind}>
        {teaser ? titleOf(kindFacts[teaser.kind].entry) : "\u00a0"}
      </span>
      <span className={styles.title} lang={teaser?.language}>
        {teaser?.title}
      </span>
    </li>
  );
}

/** The newest entry of each kind; nothing if they cannot be loaded. */
function NewestCovers() {
  const styles = useNewestCoversStyles();
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
        {showcaseKinds
          .filter((kind) => isKindShown(brand, kind))
          .map((kind) => (
            <Cover key={kind} teaser={data?.[kind][0]} />
          ))}
      </ul>
    </section>
  );
}

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 4fr) minmax(0, 8fr)",
    gap: "24px 48px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  entry: { display: "grid", gap: "12px" },
});

/** Returns the title of the members' page that the user tried to open; empty if there is none. */
function useRequestedName(): string {
  const titleOf = usePageTitles();
  const route = routeOfAddress(returnAddress.read());
  return route !== null && routes[route].access === "member" ? titleOf(route) : "";
}

/** What the plans open first: the entry that led here. */
function RequestedPage({ kind, teaser }: RequestedEntry) {
  const styles = useStyles();
  return (
    <div className={styles.entry}>
      <LockedEntryHead kind={kind} teaser={teaser ?? undefined} />
      <LockedEntrySummary teaser={teaser ?? undefined} />
    </div>
  );
}

/** /sub-missing: what the user tried to open, and the plans that open it. A payment leads back to it. */
export default function SubMissingPage() {
  const styles = useStyles();
  const { t } = useTranslation(["billing", "titles"]);
  const requested = useRequestedEntry();
  const title = useRequestedName();
  const locked = requested?.teaser === null ? null : requested;
  const place = locked ? t("missing.entry") : title && t("missing.place", { title });
  return (
    <Page title={t("titles:subMissing")} lead={[t("missing.lead"), place].join(" ")}>
      {locked ? (
        <div className={styles.columns}>
          <RequestedPage {...locked} />
          <Plans />
        </div>
      ) : (
        <Plans />
      )}
      <IncludedList />
      <NewestCovers />
      <Promises answering={["withdraw", "cancel"]} />
    </Page>
  );
}
