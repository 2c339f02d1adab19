import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "../../../src-shared/api/billing.ts";
import { routePath, routes } from "../../../src-shared/routes.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { TextLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorState } from "../../components/states.tsx";
import { rememberedPlace, routeOfPlace } from "../../session/remembered-place.ts";
import { PaymentNotes } from "./plans/payment-notes.tsx";
import { PlanComparison, PlanComparisonSkeleton } from "./plans/plan-comparison.tsx";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", maxWidth: "880px" },
  more: { margin: "8px 0 0" },
});

/** The place that was asked for, by its title; empty when there is none, or none of members'. */
function useAskedFor(): string {
  const { t } = useTranslation("titles");
  const route = routeOfPlace(rememberedPlace.read());
  return route !== null && routes[route].access === "member" ? t(routes[route].title) : "";
}

/**
 * /sub-missing: what was asked for needs a membership, and how to get one. The place stays
 * remembered: the success of the payment leads there (rulings, "Guards").
 */
export default function SubMissingPage() {
  const styles = useStyles();
  const { t } = useTranslation(["billing", "titles"]);
  const catalogue = useApiQuery(getCatalogue, {});
  const title = useAskedFor();
  const lead = title ? `${t("missing.lead")} ${t("missing.place", { title })}` : t("missing.lead");
  const kind = catalogue.error?.failure.kind;
  return (
    <Page title={t("titles:subMissing")} lead={lead}>
      <div className={styles.stack}>
        {catalogue.data && (
          <>
            <PlanComparison catalogue={catalogue.data} />
            <PaymentNotes {...catalogue.data} />
          </>
        )}
        {catalogue.isPending && <PlanComparisonSkeleton />}
        {catalogue.isError && !catalogue.data && (
          <ErrorState {...(kind && { kind })} onRetry={() => void catalogue.refetch()} />
        )}
        <p className={styles.more}>
          <TextLink to={routePath("memberships")}>{t("missing.all")}</TextLink>
        </p>
      </div>
    </Page>
  );
}
