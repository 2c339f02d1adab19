import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router-dom";
import type { Entry } from "#shared/api/library.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import type { KeptEntry } from "#shared/kept-content.ts";
import { defaultLanguage, isLanguage } from "#shared/languages.ts";
import { isUnreachable } from "#renderer/api-client/connection.ts";
import { ImageSources } from "#renderer/components/image-sources.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { LoadingLines } from "#renderer/components/states.tsx";
import { platform } from "#renderer/platform/current-platform.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { EntryContent, EntryPlaceholder, prepareEntry } from "../entry/entry-content.tsx";
import { entryPath } from "../kinds.ts";
import { showPath } from "../show-day/show-path.ts";
import { KeptNote } from "./kept-note.tsx";
import { readEntry } from "./kept-entries.ts";
import { NotKept } from "./not-kept.tsx";
import { keptShowKind, useKept, withoutStill } from "./read-shelf.ts";
import { useKeptImages } from "./use-kept-images.ts";
import { useKeptMedia } from "./use-kept-media.ts";

/** The sheet of a show. */
const KeptShow = lazyChunk(
  () => import("./kept-show.tsx"),
  () => <LoadingLines lines={10} />,
);

const noReload = async (): Promise<Entry | null> => null;

type KeptArticleProps = { kept: KeptEntry; until: number; onCurrent?: () => void };

function KeptArticle({ kept, until, onCurrent }: KeptArticleProps) {
  const { kind, slug } = kept.entry;
  const media = useKeptMedia(kind, slug);
  const images = useKeptImages(kept.entry);
  if (media === undefined || !images) return <EntryPlaceholder kind={kind} />;
  const entry: Entry = { ...withoutStill(kept.entry), ...(media && { media }) };
  return (
    <>
      <KeptNote {...{ keptAt: kept.keptAt, until, onCurrent }} current={entryPath(kept.entry)} />
      <ImageSources value={images}>
        <EntryContent entry={entry} reload={noReload} setting="device" />
      </ImageSources>
    </>
  );
}

type Slug = { kind: ContentKind; slug: string };

/** Returns an entry as this device keeps it, in the language of the interface if it can. */
function useKeptEntry({ kind, slug }: Slug) {
  const { language } = useTranslation().i18n;
  const read = useCallback(
    () => readEntry({ kind, slug }, isLanguage(language) ? language : defaultLanguage),
    [kind, slug, language],
  );
  useEffect(() => prepareEntry(kind), [kind]);
  return useKept(read);
}

type InPlaceProps = Slug & { onCurrent: () => void; children: ReactNode };

/** An entry as this device keeps it, in the place of one that did not load; `children` if it is not kept. */
export function KeptEntryInPlace({ kind, slug, onCurrent, children }: InPlaceProps) {
  const found = useKeptEntry({ kind, slug });
  if (found === undefined) return <EntryPlaceholder kind={kind} />;
  if (!found?.kept) return children;
  return <KeptArticle kept={found.kept} until={found.until} onCurrent={onCurrent} />;
}

function KeptEntryOf({ kind, slug }: Slug) {
  const found = useKeptEntry({ kind, slug });
  if (found === undefined) return <EntryPlaceholder kind={kind} />;
  // Without a lease it is an entry like any other, whose guard decides.
  if (found === null) return <Navigate to={entryPath({ kind, slug })} replace />;
  if (found.kept === null) return <NotKept />;
  return <KeptArticle kept={found.kept} until={found.until} />;
}

/**
 * An entry as this device keeps it, for its member while there is no connection. Members who have one are
 * led to the entry itself; one that comes back while the page is open interrupts nobody.
 */
export default function KeptEntryPage() {
  const { kind, slug = "" } = useParams();
  const isMember = useIsActiveMember();
  const [wasOnline] = useState(() => isMember && !isUnreachable());
  const known = contentKinds.find((each) => each === kind);
  const isShow = kind === keptShowKind;
  if (!known && !isShow) return <NotKept />;
  if (wasOnline || platform.read("token") === null) {
    const to = known ? entryPath({ kind: known, slug }) : showPath(slug);
    return <Navigate to={to} replace />;
  }
  if (!known) return <KeptShow id={slug} />;
  return <KeptEntryOf key={`${known}/${slug}`} kind={known} slug={slug} />;
}
