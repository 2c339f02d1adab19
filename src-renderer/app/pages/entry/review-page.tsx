import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import type { Entry } from "#shared/api/library.ts";
import { getUnpublished, type Unpublished } from "#shared/api/review.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EntryContent, EntryPlaceholder } from "./entry-content.tsx";
import { ReviewList, StateStrip } from "#renderer/features/reading/index.ts";

const useStyles = makeStyles({ body: { display: "grid", justifyItems: "start", gap: "24px" } });

/** In place of an entry that is published by now, or does not exist. */
function NothingToReview() {
  const styles = useStyles();
  const { t } = useTranslation("review");
  return (
    <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
      <div className={styles.body}>
        <MotifArt motif="rosette" size={120} />
        <ButtonLink to={routePath("review")} look="accent">
          {t("missing.action")}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Returns the entry as the ordinary views take it: that of a draft has no time. */
const shownEntry = ({ entry, publishedAt }: Unpublished): Entry => ({
  ...entry,
  publishedAt: publishedAt ?? "",
});

/** A draft or a scheduled entry as its readers will see it, below a strip with its state and mark. */
function ReviewEntry({ kind, slug }: { kind: ContentKind; slug: string }) {
  const { t } = useTranslation("titles");
  // Always the newest: its version is marked as ready.
  const query = useApiQuery(getUnpublished, { params: { kind, slug } }, { staleTime: 0 });
  const reload = async () => {
    const { data } = await query.refetch();
    return data ? shownEntry(data) : null;
  };
  return (
    <QueryView
      query={query}
      loading={<EntryPlaceholder kind={kind} />}
      renderFailure={(failure, standard) =>
        failure.code === "not-found" || failure.code === "validation" ? (
          <NothingToReview />
        ) : (
          <Page title={t("reviewEntry")} width="reading">
            {standard}
          </Page>
        )
      }
    >
      {(unpublished) => (
        <>
          <StateStrip kind={kind} slug={slug} unpublished={unpublished} reload={reload} />
          <EntryContent entry={shownEntry(unpublished)} reload={reload} setting="review" />
        </>
      )}
    </QueryView>
  );
}

/** /review and /review/{kind}/{id}: drafts and scheduled entries, for reviewers and admins only. */
export default function ReviewPage() {
  const { kind: named, id: slug } = useParams();
  if (named === undefined || slug === undefined) return <ReviewList />;
  const kind = contentKinds.find((known) => known === named);
  if (!kind) return <NothingToReview />;
  return <ReviewEntry key={`${kind}/${slug}`} kind={kind} slug={slug} />;
}
