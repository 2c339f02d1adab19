import { makeStyles } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { Entry } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { isFromDevice, useApiQuery } from "#renderer/api-client/query.ts";
import { MotifArt, motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { ImageSources } from "#renderer/components/image-sources.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { entryPath, entryQuery, kindOfPath, listPath } from "#renderer/features/reading/index.ts";
import { useOfflineImages, useOfflineMedia } from "#renderer/features/offline/index.ts";
import { useOwnNames } from "#renderer/i18n/page-titles.ts";
import { EntryContent, EntryPlaceholder, prepareEntry } from "./entry-content.tsx";

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
  const own = useOwnNames()(kind);
  const { t } = useTranslation("library");
  return (
    <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
      <div className={styles.body}>
        <MotifArt motif={motifOfKind[kind]} size={160} />
        <ButtonLink to={listPath(kind)} look="accent">
          {own ?? t(`missing.action.${kind}`)}
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

type LoadedEntryProps = { entry: Entry; reload: () => Promise<Entry | null> };

/** An entry. If it was read from this device, its video and images are, too. */
function LoadedEntry({ entry, reload }: LoadedEntryProps) {
  const { kind, slug } = entry;
  const isStored = isFromDevice(entry);
  // Stays true when the connection is back, so that a video playing from the device is not interrupted.
  const [wasStored, setWasStored] = useState(isStored);
  if (isStored && !wasStored) setWasStored(true);
  const media = useOfflineMedia(wasStored && kind === "videos" ? slug : null);
  const images = useOfflineImages(isStored ? entry : null);
  if (media === undefined || images === undefined) return <EntryPlaceholder kind={kind} />;
  return (
    <ImageSources value={images}>
      <EntryContent entry={media ? { ...entry, media } : entry} reload={reload} setting="library" />
    </ImageSources>
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
      {(entry) =>
        entry.slug === slug ? (
          <LoadedEntry entry={entry} reload={reload} />
        ) : (
          // The entry was renamed, and this is an old address.
          <Navigate to={entryPath(entry)} replace />
        )
      }
    </QueryView>
  );
}

/** One entry of the library, for active members (specification, section 2). */
export default function EntryPage() {
  const { id: slug = "" } = useParams();
  const kind = kindOfPath(useLocation().pathname);
  prepareEntry(kind);
  return <EntryDetail key={`${kind}/${slug}`} kind={kind} slug={slug} />;
}
