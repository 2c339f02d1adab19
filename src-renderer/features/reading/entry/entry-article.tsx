import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { ArrowLeftRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import type { Entry, Teaser } from "#shared/api/library.ts";
import { type ContentKind, membersOnlyClass } from "#shared/content-kinds.ts";
import { languageName } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Portrait } from "#renderer/components/cover-art/portrait.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useIsTextStored } from "#renderer/components/image-sources.ts";
import { usePageTitle } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { joinShortWords } from "#renderer/i18n/line-ends.ts";
import { useOwnNames, usePageTitles } from "#renderer/i18n/page-titles.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { JudgeNotes } from "../judge-notes/judge-notes.tsx";
import { type EntrySetting, useListLink } from "../kinds.ts";
import { moreQuery, moreShown } from "../queries.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { TeaserMeta } from "../teaser/teaser-meta.tsx";
import { useEntryStyles } from "./entry-frame.tsx";
import { EntryEnd } from "./entry-end.tsx";
import { usePrintPaper } from "./print.tsx";
import { changeItem, useShelfEntry } from "../shelf/follow/changes.ts";
import { SaveToggle } from "../shelf/save-toggle.tsx";

/** Saves an entry for later, or removes it again: at once on screen, undone if the server refuses. */
function SaveButton({ kind, slug }: Pick<Teaser, "kind" | "slug">) {
  const isSaved = useShelfEntry({ kind, slug }).data?.isSaved ?? false;
  const toggle = () => {
    const at = new Date().toISOString();
    changeItem({ type: "saved", kind, slug, at, isKept: !isSaved });
  };
  return <SaveToggle isSaved={isSaved} onToggle={toggle} />;
}

const useMoreLikeThisStyles = makeStyles({
  section: {
    marginTop: "80px",
    paddingTop: "40px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.print]: { display: "none" },
  },
  heading: { marginBottom: "24px" },
});

type MoreLikeThisProps = { kind: ContentKind; besides: string };

/** The newest other entries of the kind; nothing if there are none or they do not load. */
export function MoreLikeThis({ kind, besides }: MoreLikeThisProps) {
  const grid = useGridStyles();
  const styles = useMoreLikeThisStyles();
  const { t } = useTranslation("library");
  const own = useOwnNames()(kind);
  const newest = useApiQuery(...moreQuery(kind));
  const othersOf = (items: Teaser[]) => items.filter(({ slug }) => slug !== besides);
  return (
    <QueryView
      query={newest}
      loading={null}
      renderFailure={() => null}
      isEmpty={({ items }) => othersOf(items).length === 0}
    >
      {({ items }) => (
        <section className={styles.section}>
          <Heading level={2} className={styles.heading}>
            {own ? t("more.named", { kind: own }) : t(`more.${kind}`)}
          </Heading>
          <ul className={grid.grid}>
            {othersOf(items)
              .slice(0, moreShown)
              .map((teaser) => (
                <li key={teaser.slug}>
                  <TeaserCard teaser={teaser} />
                </li>
              ))}
          </ul>
        </section>
      )}
    </QueryView>
  );
}

const useStyles = makeStyles({
  back: {
    display: "inline-flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "44px",
  },
  // On small screens the top bar of members has a way back.
  inTopBar: { [media.belowTablet]: { display: "none" } },
  title: {
    marginTop: "8px",
    marginBottom: "16px",
    fontSize: "40px",
    lineHeight: 1.15,
    [media.wide]: { fontSize: "46px" },
    [media.phone]: { marginTop: 0, marginBottom: "12px", fontSize: "33px" },
    [media.print]: { marginBottom: "8px", fontSize: "20pt" },
  },
  summary: {
    margin: "0 0 16px",
    fontSize: "20px",
    lineHeight: "30px",
    color: tokens.colorNeutralForeground2,
    maxWidth: "56ch",
    [media.phone]: { marginBottom: "12px", fontSize: "18px", lineHeight: "26px" },
    [media.print]: { maxWidth: "none", marginBottom: "6px", fontSize: "12pt", lineHeight: "1.35" },
  },
  byLine: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px" },
  // Author, date and facts fill a line of a phone.
  portrait: {
    flexShrink: 0,
    borderRadius: tokens.borderRadiusCircular,
    overflow: "hidden",
    [media.phone]: { display: "none" },
  },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "12px",
    ":empty": { display: "none" },
  },
  // However long the name of the action is.
  ownRow: { flexBasis: "100%" },
  foreign: { margin: "12px 0 0", color: tokens.colorNeutralForeground3 },
});

type EntryHeaderProps = {
  entry: Teaser & Pick<Entry, "authorSlug">;
  setting: EntrySetting;
  /** What is done with the entry first, as a button. */
  action?: ReactNode;
};

/** Title and summary of an entry, with a link back to where it is listed. */
export function EntryHeader({ entry, setting, action }: EntryHeaderProps) {
  const styles = useStyles();
  const print = usePrintPaper();
  const { t, i18n } = useTranslation("library");
  const titleOf = usePageTitles();
  const heading = usePageTitle(entry.title, {
    description: entry.summary,
    image: entry.cover?.src ?? entry.video?.poster,
    type: "article",
  });
  const isMember = useIsActiveMember();
  const isEditable = isAdmin(useUser()) && (setting === "library" || setting === "review");
  const listLink = useListLink();
  const isForeign = entry.language !== i18n.language;
  const foreign = useIsTextStored() ? "notOnDevice" : "notTranslated";
  return (
    <header>
      {setting !== "draft" && (
        <div className={print.screenOnly}>
          <TextLink
            to={setting === "review" ? routePath("review") : listLink(entry.kind)}
            className={mergeClasses(styles.back, setting !== "preview" && styles.inTopBar)}
          >
            <ArrowLeftRegular aria-hidden="true" />
            {titleOf(setting === "review" ? "review" : entry.kind)}
          </TextLink>
        </div>
      )}
      <Heading level={1} ref={heading} lang={entry.language} className={styles.title}>
        {entry.title}
      </Heading>
      <p lang={entry.language} className={styles.summary}>
        {joinShortWords(entry.summary)}
      </p>
      <div className={styles.byLine}>
        <div className={mergeClasses(styles.portrait, print.screenOnly)}>
          <Portrait name={entry.author} size={40} />
        </div>
        <TeaserMeta
          teaser={entry}
          byline={
            entry.authorSlug !== undefined && (
              <TextLink to={routePath("author", { slug: entry.authorSlug })}>
                {entry.author}
              </TextLink>
            )
          }
        />
        <div
          className={mergeClasses(
            styles.buttons,
            Boolean(action) && styles.ownRow,
            print.screenOnly,
          )}
        >
          {action}
          {isMember && setting === "library" && <SaveButton kind={entry.kind} slug={entry.slug} />}
          {isEditable && (
            <TextLink to={routePath("studioEntry", { kind: entry.kind, slug: entry.slug })}>
              {t("edit")}
            </TextLink>
          )}
        </div>
      </div>
      {isForeign && (
        <p className={styles.foreign}>
          {t(foreign, { language: languageName(entry.language, i18n.language) })}
        </p>
      )}
    </header>
  );
}

type EntryArticleProps = {
  entry: Entry;
  cover: boolean;
  setting: EntrySetting;
  action: ReactNode;
  children: ReactNode;
};

/** An entry: title, cover, the view of its kind (`children`), judges' notes, and other entries of the kind. */
export function EntryArticle({ entry, cover, setting, action, children }: EntryArticleProps) {
  const { frame: edges } = useFrame();
  const frame = useEntryStyles();
  const print = usePrintPaper();
  const { kind, slug } = entry;
  return (
    <div className={mergeClasses(edges, frame.root)}>
      <article className={mergeClasses(print.paper, !cover && frame.pictureFirst)}>
        <div className={mergeClasses(frame.header, cover && frame.besideCover)}>
          <EntryHeader entry={entry} setting={setting} action={action} />
          {cover && (
            <div className={frame.cover}>
              <CoverArt kind={kind} slug={slug} motif={entry.motif} cover={entry.cover} />
            </div>
          )}
        </div>
        <div className={mergeClasses(membersOnlyClass, !cover && frame.around)}>
          {children}
          <EntryEnd entry={entry} setting={setting} />
        </div>
      </article>
      {setting === "library" && (
        <>
          {isPartOn(brand, "judgesNotes") && <JudgeNotes kind={kind} slug={slug} />}
          <MoreLikeThis kind={kind} besides={slug} />
        </>
      )}
    </div>
  );
}
