import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { contentKinds } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { Editor } from "./editor.tsx";
import type { ReaderPages } from "./preview-dialog.tsx";
import { useStudioEntry } from "./saving/use-draft.ts";
import type { ContentKind } from "#shared/content-kinds.ts";

function MissingEntry() {
  const { t } = useTranslation("studio");
  return (
    <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
      <ButtonLink to={routePath("studio")} look="accent">
        {t("missing.action")}
      </ButtonLink>
    </Page>
  );
}

type EntryEditorProps = { kind: ContentKind; slug: string; pages: ReaderPages };

function EntryEditor({ kind, slug, pages }: EntryEditorProps) {
  const { t } = useTranslation("titles");
  const query = useStudioEntry(kind, slug);
  return (
    <QueryView
      query={query}
      loading={
        <Page title={t("studioEntry")}>
          <LoadingText />
        </Page>
      }
      renderFailure={(failure, standard) =>
        failure.code === "not-found" || failure.code === "validation" ? (
          <MissingEntry />
        ) : (
          <Page title={t("studioEntry")}>{standard}</Page>
        )
      }
    >
      {(entry) => <Editor entry={entry} pages={pages} />}
    </QueryView>
  );
}

/** /studio/{kind}/{slug}: one entry, written in its languages. `pages` show it as its readers see it. */
export function EditorPage({ pages }: { pages: ReaderPages }) {
  const { kind: named, slug } = useParams();
  const kind = contentKinds.find((known) => known === named);
  // Who logs in over the text of somebody else loads the entry anew.
  const userId = useUser()?.id ?? null;
  const [owner, setOwner] = useState(userId);
  if (userId !== null && userId !== owner) setOwner(userId);
  if (!kind || slug === undefined) return <MissingEntry />;
  return <EntryEditor key={`${kind}/${slug}/${owner}`} kind={kind} slug={slug} pages={pages} />;
}
