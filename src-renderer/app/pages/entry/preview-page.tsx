import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router-dom";
import { getPreview } from "#shared/api/library.ts";
import { type ContentKind, contentKinds, entryOfPath } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { entryPath, EntrySkeleton, EntryTextSkeleton } from "#renderer/features/reading/index.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import NotFoundPage from "../not-found-page.tsx";
import { OpenEntry } from "./open-entry.tsx";

/** Whether the user asked for the entry itself, and the guard led here. */
function isAskedFor(kind: ContentKind, slug: string): boolean {
  const entry = entryOfPath(returnAddress.read() ?? "");
  return entry?.kind === kind && entry.slug === slug;
}

function PreviewOf({ kind, slug }: { kind: ContentKind; slug: string }) {
  const { t } = useTranslation("titles");
  const [isAsked] = useState(() => isAskedFor(kind, slug));
  const query = useApiQuery(getPreview, { params: { kind, slug }, silent: isAsked });
  const isThere = query.data?.slug === slug;
  useEffect(() => {
    // Logging in or paying from here leads to the entry itself, as it was asked for.
    if (isThere && !isAskedFor(kind, slug)) returnAddress.remember(entryPath({ kind, slug }));
  }, [isThere, kind, slug]);
  const loading = (
    <EntrySkeleton cover>
      <EntryTextSkeleton />
    </EntrySkeleton>
  );
  return (
    <QueryView
      query={query}
      loading={loading}
      renderFailure={({ code }, standard) =>
        isAsked ? (
          // Nothing of it is open: the guard of members' pages holds.
          <Navigate to={routePath("login")} replace />
        ) : code === "not-found" || code === "validation" ? (
          <NotFoundPage />
        ) : (
          <Page title={t("preview")}>{standard}</Page>
        )
      }
    >
      {(preview) =>
        preview.slug === slug ? (
          <OpenEntry preview={preview} isAsked={isAsked} />
        ) : (
          // The address is a former one of the entry.
          <Navigate to={routePath("preview", { kind, slug: preview.slug })} replace />
        )
      }
    </QueryView>
  );
}

/** /preview: what anybody may read of an entry; leads active members to the entry itself. */
export default function PreviewPage() {
  const { kind: name, slug = "" } = useParams();
  const isMember = useIsActiveMember();
  const kind = contentKinds.find((known) => known === name);
  if (!kind) return <NotFoundPage />;
  if (isMember) return <Navigate to={entryPath({ kind, slug })} replace />;
  return <PreviewOf key={`${kind}/${slug}`} kind={kind} slug={slug} />;
}
