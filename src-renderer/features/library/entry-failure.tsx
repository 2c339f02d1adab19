import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { ContentKind } from "../../../src-shared/api/library.ts";
import { routePath } from "../../../src-shared/routes.ts";
import type { ApiFailure } from "../../api-client/api-failure.ts";
import { MotifArt } from "../../components/cover-art/motif-art.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorState } from "../../components/states.tsx";
import { listPath, motifOfKind } from "./kinds.ts";

const useStyles = makeStyles({ body: { display: "grid", justifyItems: "start", gap: "24px" } });

type EntryFailureProps = { kind: ContentKind; failure: ApiFailure; onRetry: () => void };

/**
 * Stands where an entry cannot: there is none at this address (one that is too long counts as
 * that), it takes a membership, or it did not load.
 */
export function EntryFailure({ kind, failure, onRetry }: EntryFailureProps) {
  const styles = useStyles();
  const { t } = useTranslation(["library", "titles"]);
  if (failure.code === "membership-required") {
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
  if (failure.code === "not-found" || failure.code === "validation") {
    return (
      <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
        <div className={styles.body}>
          <MotifArt motif={motifOfKind(kind)} size={160} />
          <ButtonLink to={listPath(kind)} look="accent">
            {t(`missing.action.${kind}`)}
          </ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page title={t(`titles:${kind}`)} width="reading">
      <ErrorState kind={failure.kind} onRetry={onRetry} />
    </Page>
  );
}
