import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router-dom";
import type { Entry } from "#shared/api/library.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import type { OfflineEntry } from "#shared/offline-library.ts";
import { defaultLanguage, isLanguage } from "#shared/languages.ts";
import { isUnreachable } from "#renderer/api-client/connection.ts";
import { ImageSources } from "#renderer/components/image-sources.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { EntryContent, EntryPlaceholder, prepareEntry } from "./entry-content.tsx";
import { entryPath } from "#renderer/features/reading/index.ts";
import { showPath } from "#renderer/features/shows/index.ts";
import { OfflineShow } from "#renderer/features/shows/offline-show.tsx";
import {
  MissingOffline,
  OfflineNote,
  offlineShowKind,
  readEntry,
  useOfflineRead,
  useOfflineImages,
  useOfflineMedia,
  withoutStill,
} from "#renderer/features/offline/index.ts";

const noReload = async (): Promise<Entry | null> => null;

type OfflineArticleProps = { stored: OfflineEntry; until: number; onCurrent?: () => void };

function OfflineArticle({ stored, until, onCurrent }: OfflineArticleProps) {
  const { kind, slug } = stored.entry;
  const media = useOfflineMedia(kind, slug);
  const images = useOfflineImages(stored.entry);
  if (media === undefined || !images) return <EntryPlaceholder kind={kind} />;
  const entry: Entry = { ...withoutStill(stored.entry), ...(media && { media }) };
  return (
    <>
      <OfflineNote
        {...{ keptAt: stored.keptAt, until, onCurrent }}
        current={entryPath(stored.entry)}
      />
      <ImageSources value={images}>
        <EntryContent entry={entry} reload={noReload} setting="device" />
      </ImageSources>
    </>
  );
}

type Slug = { kind: ContentKind; slug: string };

/** Returns an entry as this device keeps it, in the language of the interface if it can. */
function useOfflineEntry({ kind, slug }: Slug) {
  const { language } = useTranslation().i18n;
  const read = useCallback(
    () => readEntry({ kind, slug }, isLanguage(language) ? language : defaultLanguage),
    [kind, slug, language],
  );
  useEffect(() => prepareEntry(kind), [kind]);
  return useOfflineRead(read);
}

type InPlaceProps = Slug & {
  /** Called once something kept is on screen. */
  onShown?: () => void;
  onCurrent: () => void;
  children: ReactNode;
};

/** An entry as this device keeps it, in the place of one that did not load; `children` if it is not kept. */
export function OfflineEntryInPlace({ kind, slug, onShown, onCurrent, children }: InPlaceProps) {
  const found = useOfflineEntry({ kind, slug });
  const isShown = Boolean(found?.stored);
  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown, onShown]);
  if (found === undefined) return <EntryPlaceholder kind={kind} />;
  if (!found?.stored) return children;
  return <OfflineArticle stored={found.stored} until={found.until} onCurrent={onCurrent} />;
}

function OfflineEntryOf({ kind, slug }: Slug) {
  const found = useOfflineEntry({ kind, slug });
  if (found === undefined) return <EntryPlaceholder kind={kind} />;
  // Without a lease it is an entry like any other, whose guard decides.
  if (found === null) return <Navigate to={entryPath({ kind, slug })} replace />;
  if (found.stored === null) return <MissingOffline />;
  return <OfflineArticle stored={found.stored} until={found.until} />;
}

/** An entry as this device keeps it. Members with a connection are led to the entry itself, when the page is opened. */
export default function OfflineEntryPage() {
  const { kind, slug = "" } = useParams();
  const isMember = useIsActiveMember();
  const [wasOnline] = useState(() => isMember && !isUnreachable());
  const known = contentKinds.find((each) => each === kind);
  const isShow = kind === offlineShowKind;
  if (!known && !isShow) return <MissingOffline />;
  if (wasOnline || platform.read("token") === null) {
    const to = known ? entryPath({ kind: known, slug }) : showPath(slug);
    return <Navigate to={to} replace />;
  }
  if (!known) return <OfflineShow id={slug} />;
  return <OfflineEntryOf key={`${known}/${slug}`} kind={known} slug={slug} />;
}
