import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { getAuthor, listAuthorEntries, type Author } from "#shared/api/authors.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { useApiPages, useApiQuery } from "#renderer/api-client/query.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { Portrait } from "#renderer/components/cover-art/portrait.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Markdown } from "#renderer/components/markdown.tsx";
import { Page, usePageTitle } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isKindShown } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { ShowMore } from "../list/show-more.tsx";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { TeaserSkeleton } from "../teaser/teaser-skeleton.tsx";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";

const useStyles = makeStyles({
  root: {
    paddingTop: "48px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "20px", paddingBottom: "56px" },
  },
  about: {
    display: "grid",
    gridTemplateColumns: "200px minmax(0, 66ch)",
    gap: "24px 48px",
    alignItems: "start",
    minHeight: "280px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  portrait: {
    width: "200px",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    lineHeight: 0,
    [media.belowTablet]: { width: "120px" },
  },
  credentials: {
    margin: "8px 0 24px",
    fontSize: "20px",
    lineHeight: "30px",
    color: tokens.colorNeutralForeground2,
  },
  lines: { display: "grid", gap: "16px" },
  entries: { marginTop: "64px", minHeight: "70vh" },
  heading: { marginBottom: "24px" },
  missing: { display: "grid", justifyItems: "start", gap: "24px" },
});

const useEntriesOf = (slug: string) =>
  useApiPages(
    listAuthorEntries,
    (cursor) => ({ params: { slug }, query: { ...(cursor !== undefined && { cursor }) } }),
    ({ nextCursor }) => nextCursor,
  );

function EntriesSkeleton() {
  const grid = useGridStyles();
  return (
    <div className={grid.grid}>
      {Array.from({ length: 6 }, (_, i) => (
        <TeaserSkeleton key={i} />
      ))}
    </div>
  );
}

type Entries = ReturnType<typeof useEntriesOf>;

function EntryCards({ entries }: { entries: Entries }) {
  const grid = useGridStyles();
  const list = useRef<HTMLUListElement>(null);
  const items = entries.data?.pages.flatMap((page) => page.items) ?? [];
  const variants = useCoverVariants(items);
  return (
    <>
      <ul ref={list} className={grid.grid}>
        {items.map((teaser, i) => (
          <li key={`${teaser.kind}/${teaser.slug}`}>
            <TeaserCard teaser={teaser} variant={variants[i]} />
          </li>
        ))}
      </ul>
      <ShowMore pages={entries} shown={items.length} list={list} />
    </>
  );
}

function EntriesOf({ slug }: { slug: string }) {
  const styles = useStyles();
  const { t } = useTranslation("author");
  const entries = useEntriesOf(slug);
  return (
    <section className={styles.entries} aria-labelledby="entries">
      <Heading level={2} id="entries" className={styles.heading}>
        {t(brand.kinds ? "entriesPlain" : "entries")}
      </Heading>
      <QueryView
        query={entries}
        loading={<EntriesSkeleton />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={
          <EmptyState motif="course-map" title={t("nothing.title")} text={t("nothing.text")} />
        }
      >
        {() => <EntryCards entries={entries} />}
      </QueryView>
    </section>
  );
}

function About({ author: { name, credentials, body, language } }: { author: Author }) {
  const styles = useStyles();
  const heading = usePageTitle(name, { description: credentials });
  return (
    <div className={styles.about}>
      <div className={styles.portrait} aria-hidden="true">
        <Portrait name={name} />
      </div>
      <div>
        <Heading level={1} ref={heading}>
          {name}
        </Heading>
        <div lang={language}>
          <p className={styles.credentials}>{credentials}</p>
          <Markdown>{body}</Markdown>
        </div>
      </div>
    </div>
  );
}

function AuthorSkeleton() {
  const { frame } = useFrame();
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={mergeClasses(frame, styles.root)}>
      <Skeleton aria-label={t("loading")} className={styles.about}>
        <SkeletonItem size={120} className={styles.portrait} />
        <div className={styles.lines}>
          <SkeletonItem size={48} />
          <SkeletonItem size={28} />
          <SkeletonItem size={20} />
          <SkeletonItem size={20} />
        </div>
      </Skeleton>
      <div className={styles.entries} />
    </div>
  );
}

function AuthorFailure({ failure, children }: { failure: ApiFailure; children: ReactNode }) {
  const styles = useStyles();
  const { t } = useTranslation(["author", "titles"]);
  // "validation": the slug in the address is longer than any slug can be.
  if (failure.code !== "not-found" && failure.code !== "validation") {
    return <Page title={t("titles:author")}>{children}</Page>;
  }
  return (
    <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
      <div className={styles.missing}>
        <MotifArt motif="paw" size={160} />
        {isKindShown(brand, "articles") && (
          <ButtonLink to={routePath("articles")} look="accent">
            {t("missing.action")}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}

/** An author with everything that was published, open to anyone as the lists are. */
export default function AuthorPage() {
  const { frame } = useFrame();
  const styles = useStyles();
  const { slug = "" } = useParams();
  const author = useApiQuery(getAuthor, { params: { slug } });
  return (
    <QueryView
      query={author}
      loading={<AuthorSkeleton />}
      renderFailure={(failure, standard) => (
        <AuthorFailure failure={failure}>{standard}</AuthorFailure>
      )}
    >
      {(found) => (
        <div className={mergeClasses(frame, styles.root)}>
          <About key={slug} author={found} />
          <EntriesOf slug={slug} />
        </div>
      )}
    </QueryView>
  );
}
