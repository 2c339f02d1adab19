import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "../../../src-shared/api/billing.ts";
import { routePath, routes } from "../../../src-shared/routes.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { TextLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { rememberedPlace, routeOfPlace } from "../../session/remembered-place.ts";
import { PaymentNotes } from "./plans/payment-notes.tsx";
import { PlanComparison, PlanComparisonSkeleton } from "./plans/plan-comparison.tsx";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", maxWidth: "880px" },
  more: { margin: "8px 0 0" },
});

/** Returns the title of the members' page that the user tried to open; empty if there is none. */
function useAskedFor(): string {
  const { t } = useTranslation("titles");
  const route = routeOfPlace(rememberedPlace.read());
  return route !== null && routes[route].access === "member" ? t(routes[route].title) : "";
}

/**
 * /sub-missing: says that a page needs a membership, and offers the plans. The page stays remembered:
 * a successful payment leads there.
 */
export default function SubMissingPage() {
  const styles = useStyles();
  const { t } = useTranslation(["billing", "titles"]);
  const catalogue = useApiQuery(getCatalogue, {});
  const title = useAskedFor();
  const lead = title ? `${t("missing.lead")} ${t("missing.place", { title })}` : t("missing.lead");
  return (
    <Page title={t("titles:subMissing")} lead={lead}>
      <div className={styles.stack}>
        <QueryView query={catalogue} loading={<PlanComparisonSkeleton />}>
          {(offers) => (
            <>
              <PlanComparison catalogue={offers} />
              <PaymentNotes {...offers} />
            </>
          )}
        </QueryView>
        <p className={styles.more}>
          <TextLink to={routePath("memberships")}>{t("missing.all")}</TextLink>
        </p>
      </div>
    </Page>
  );
}
