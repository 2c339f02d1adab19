import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { getSecretPreview } from "#shared/api/studio.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { EntryContent } from "../entry/entry-content.tsx";

const useStyles = makeStyles({ note: { paddingTop: "16px" } });

/** The preview has ended, was revoked or never existed; or the text has gaps while it is being written. */
function NoPreview({ reason }: { reason: "ended" | "unfinished" }) {
  const { t } = useTranslation("library");
  return (
    <Page
      title={t(`draftPreview.${reason}`)}
      lead={t(`draftPreview.${reason}Text`)}
      width="reading"
    >
      <ButtonLink to={routePath("home")}>{t("draftPreview.home")}</ButtonLink>
    </Page>
  );
}

/** /secret-preview/{token}: a working copy, for whoever has its address. The API has search engines leave it out. */
export default function SecretPreviewPage() {
  const { t } = useTranslation(["library", "titles"]);
  const styles = useStyles();
  const { frame } = useFrame();
  const { token = "" } = useParams();
  const isPossible = getSecretPreview.params.safeParse({ token }).success;
  const query = useApiQuery(
    getSecretPreview,
    { params: { token }, silent: true },
    { enabled: isPossible },
  );
  if (!isPossible) return <NoPreview reason="ended" />;
  const reload = async () => {
    const { data } = await query.refetch();
    return data ? { ...data, publishedAt: "" } : null;
  };
  return (
    <QueryView
      query={query}
      loading={
        <Page title={t("titles:secretPreview")} width="reading">
          <LoadingText />
        </Page>
      }
      renderFailure={(failure, standard) =>
        failure.code === "not-found" || failure.code === "validation" ? (
          <NoPreview reason={failure.code === "not-found" ? "ended" : "unfinished"} />
        ) : (
          <Page title={t("titles:secretPreview")} width="reading">
            {standard}
          </Page>
        )
      }
    >
      {(entry) => (
        <>
          <div className={mergeClasses(frame, styles.note)}>
            <Notice>
              <p>{t("draftPreview.note")}</p>
            </Notice>
          </div>
          <EntryContent entry={{ ...entry, publishedAt: "" }} reload={reload} setting="draft" />
        </>
      )}
    </QueryView>
  );
}
