import { makeStyles } from "@fluentui/react-components";
import { LockClosedFilled } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { getTeaser, type Teaser } from "#shared/api/library.ts";
import { type ContentKind, contentKinds, entryOfPath, kindFacts } from "#shared/content-kinds.ts";
import { routes } from "#shared/routes.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { returnAddress, routeOfAddress } from "#renderer/session/return-address.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { moreQuery, moreShown } from "./queries.ts";
import { TeaserCard } from "./teaser/teaser-card.tsx";
import { useGridStyles } from "./teaser/teaser-layout.ts";

const useStyles = makeStyles({
  head: {
    display: "grid",
    gap: "16px",
    [media.belowTablet]: {
      gridTemplateColumns: "minmax(96px, 1fr) minmax(0, 2fr)",
      gap: "16px",
      alignItems: "center",
    },
  },
  cover: {
    aspectRatio: "16 / 9",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    // Removes the gap below the inline picture.
    lineHeight: 0,
    backgroundColor: tokens.colorBand,
    [media.belowTablet]: { aspectRatio: "4 / 3" },
    "> svg": { width: "100%", height: "100%" },
  },
  kind: {
    display: "flex",
    alignItems: "center",
    gap: "6px",
    margin: "0 0 4px",
    color: tokens.colorNeutralForeground3,
    fontSize: "15px",
    lineHeight: "22px",
  },
  title: {
    minHeight: "34px",
    // Reserves three lines where a form follows, so that it does not move when the title arrives.
    [media.belowTablet]: { fontSize: "20px", lineHeight: "25px", minHeight: "75px" },
  },
  summary: {
    margin: 0,
    minHeight: "72px",
    maxWidth: measure,
    color: tokens.colorNeutralForeground2,
  },
  line: { marginTop: "8px" },
  list: { display: "grid", gap: "16px", minHeight: "420px", alignContent: "start" },
});

type LockedEntryProps = {
  kind: ContentKind;
  /** Undefined while it loads: lines of its size are shown. */
  teaser: Teaser | undefined;
};

export function LockedEntryHead({ kind, teaser }: LockedEntryProps) {
  const styles = useStyles();
  const { t } = useTranslation("common");
  const titleOf = usePageTitles();
  return (
    <div className={styles.head}>
      <div className={styles.cover} aria-hidden="true">
        {teaser && (
          <CoverArt kind={kind} slug={teaser.slug} motif={teaser.motif} cover={teaser.cover} />
        )}
      </div>
      <div>
        <p className={styles.kind}>
          <LockClosedFilled aria-hidden="true" />
          {t("forMembers", { kind: titleOf(kindFacts[kind].entry) })}
        </p>
        <Heading
          level={2}
          aria-hidden={teaser ? undefined : true}
          {...(teaser && { lang: teaser.language })}
          className={styles.title}
        >
          {teaser?.title ?? <SkeletonItem size={28} className={styles.line} />}
        </Heading>
      </div>
    </div>
  );
}

export function LockedEntrySummary({ teaser }: Pick<LockedEntryProps, "teaser">) {
  const styles = useStyles();
  return (
    <p className={styles.summary} {...(teaser && { lang: teaser.language })}>
      {withGoodBreaks(teaser?.summary ?? "")}
    </p>
  );
}

export type RequestedEntry = {
  kind: ContentKind;
  /** Undefined while it loads, null if there is no such entry or it cannot be loaded. */
  teaser: Teaser | undefined | null;
};

/** Returns the entry that the user asked for before a guard led here, or null. Fails silently. */
export function useRequestedEntry(): RequestedEntry | null {
  const place = returnAddress.read();
  const entry = place === null ? null : entryOfPath(place);
  const { data, isError } = useApiQuery(
    getTeaser,
    { params: entry ?? { kind: "articles", slug: "" }, silent: true },
    { enabled: entry !== null },
  );
  return entry && { kind: entry.kind, teaser: isError ? null : data };
}

/** Returns the kind whose list, open to members only, the user asked for before a guard led here; else null. */
export function useRequestedList(): ContentKind | null {
  const route = routeOfAddress(returnAddress.read());
  if (route === null || routes[route].access !== "member") return null;
  return contentKinds.find((kind) => kindFacts[kind].list === route) ?? null;
}

/** The newest entries of a kind whose list is for members, each a link to what is open of it. */
export function LockedList({ kind }: { kind: ContentKind }) {
  const grid = useGridStyles();
  const styles = useStyles();
  const titleOf = usePageTitles();
  const { data } = useApiQuery(...moreQuery(kind));
  return (
    <section className={styles.list}>
      <Heading level={2} size="small">
        {titleOf(kind)}
      </Heading>
      <ul className={grid.rows}>
        {data?.items.slice(0, moreShown).map((teaser) => (
          <li key={teaser.slug}>
            <TeaserCard teaser={teaser} look="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}
