import { makeStyles } from "@fluentui/react-components";
import { type ComponentProps, type ComponentType, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router-dom";
import { isActiveMember } from "../../../../src-shared/active-member.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { MotifArt, motifOfKind } from "../../../components/cover-art/motif-art.tsx";
import { ButtonLink } from "../../../components/links.tsx";
import { Markdown } from "../../../components/markdown.tsx";
import { Page } from "../../../components/page.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { loadNamespaces } from "../../../i18n/i18n.ts";
import { useSession } from "../../../session/session-store.ts";
import { type EntryView, kindOfPath, listPath } from "../kinds.ts";
import { entryQuery } from "../queries.ts";
import { ProtocolSkeleton } from "../protocol/protocol-skeleton.tsx";
import { RecipeView } from "../recipe/lazy-recipe-view.ts";
import { RecipeSkeleton } from "../recipe/recipe-skeleton.tsx";
import { Reading } from "../shelf/reading.tsx";
import { VideoView } from "../video/lazy-video-view.ts";
import { VideoSkeleton } from "../video/video-skeleton.tsx";
import { EntryArticle } from "./entry-article.tsx";
import { Outline } from "./outline.tsx";
import { EntrySkeleton, EntryTextSkeleton, useEntryStyles } from "./entry-frame.tsx";

// Following a protocol takes code and texts that no other kind needs.
const ProtocolView = lazyChunk(async () => {
  const [view] = await Promise.all([
    import("../protocol/protocol-view.tsx"),
    loadNamespaces(["training"]),
  ]);
  const { token, user } = useSession.getState();
  if (isActiveMember(token, user)) view.askForFollowed(); // not for reviewers without a membership
  return view;
}, ProtocolSkeleton);

const TextView: EntryView = ({ entry, isPreview }) => {
  const frame = useEntryStyles();
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className={frame.columns}>
      {!isPreview && <Reading key={entry.language} entry={entry} text={text} />}
      <div ref={text} lang={entry.language} className={frame.column}>
        <Markdown>{entry.body}</Markdown>
      </div>
      <Outline entry={entry} />
    </div>
  );
};

/** The view of each kind with its placeholder; `cover` is false where the view has its own picture. */
const views: Record<ContentKind, { View: EntryView; Loading: ComponentType; cover: boolean }> = {
  articles: { View: TextView, Loading: EntryTextSkeleton, cover: true },
  blog: { View: TextView, Loading: EntryTextSkeleton, cover: true },
  recipes: { View: RecipeView, Loading: RecipeSkeleton, cover: true },
  protocols: { View: ProtocolView, Loading: ProtocolSkeleton, cover: true },
  videos: { View: VideoView, Loading: VideoSkeleton, cover: false },
};

const useStyles = makeStyles({ body: { display: "grid", justifyItems: "start", gap: "24px" } });

function MembersOnly() {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <Page title={t("membersOnly.title")} lead={t("membersOnly.text")} width="reading">
      <div className={styles.body}>
        <MotifArt motif="rosette" size={120} />
        <ButtonLink to={routePath("memberships")} look="accent">
          {t("membersOnly.action")}
        </ButtonLink>
      </div>
    </Page>
  );
}

function MissingEntry({ kind }: { kind: ContentKind }) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
      <div className={styles.body}>
        <MotifArt motif={motifOfKind[kind]} size={160} />
        <ButtonLink to={listPath(kind)} look="accent">
          {t(`missing.action.${kind}`)}
        </ButtonLink>
      </div>
    </Page>
  );
}

type EntryFailureProps = { kind: ContentKind; failure: ApiFailure; children: ReactNode };

/** The page of an entry that did not load; `children` is the standard view of the failure. */
function EntryFailure({ kind, failure, children }: EntryFailureProps) {
  const { t } = useTranslation("titles");
  if (failure.code === "membership-required") return <MembersOnly />;
  // "validation": the slug in the address is longer than any slug can be.
  if (failure.code === "not-found" || failure.code === "validation") {
    return <MissingEntry kind={kind} />;
  }
  return (
    <Page title={t(kind)} width="reading">
      {children}
    </Page>
  );
}

type EntryPlaceholderProps = { kind: ContentKind };

/** Placeholder for an entry of a kind. */
export function EntryPlaceholder({ kind }: EntryPlaceholderProps) {
  const { Loading, cover } = views[kind];
  return (
    <EntrySkeleton cover={cover}>
      <Loading />
    </EntrySkeleton>
  );
}

/** An entry in the view of its kind; others of its kind and judges' notes only where it is published. */
export function EntryContent({ entry, reload, isPreview = false }: ComponentProps<EntryView>) {
  const { View, cover } = views[entry.kind];
  return (
    <EntryArticle entry={entry} cover={cover} isPreview={isPreview}>
      <View entry={entry} reload={reload} isPreview={isPreview} />
    </EntryArticle>
  );
}

function EntryDetail({ kind, slug }: { kind: ContentKind; slug: string }) {
  const query = useApiQuery(...entryQuery(kind, slug));
  const reload = async () => (await query.refetch()).data ?? null;
  return (
    <QueryView
      query={query}
      loading={<EntryPlaceholder kind={kind} />}
      renderFailure={(failure, standard) => (
        <EntryFailure kind={kind} failure={failure}>
          {standard}
        </EntryFailure>
      )}
    >
      {(entry) => <EntryContent entry={entry} reload={reload} />}
    </QueryView>
  );
}

/** One entry of the library, for active members (specification, section 2). */
export default function EntryPage() {
  const { id: slug = "" } = useParams();
  const kind = kindOfPath(useLocation().pathname);
  if (kind === "protocols") void ProtocolView.load().catch(() => {}); // reported where it is rendered
  if (kind === "videos") void VideoView.load().catch(() => {}); // reported where it is rendered
  return <EntryDetail key={`${kind}/${slug}`} kind={kind} slug={slug} />;
}
