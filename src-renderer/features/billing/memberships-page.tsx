import { useTranslation } from "react-i18next";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ExtraList, ExtraListSkeleton } from "./plans/extra-list.tsx";
import { IncludedList } from "./plans/included-list.tsx";
import { Plans } from "./plans/plan-comparison.tsx";
import { Promises } from "./plans/promises.tsx";

/** /memberships: the plans side by side, what they include, and the extras. */
export default function MembershipsPage() {
  const { t } = useTranslation(["titles", "brand"]);
  const catalogue = useApiQuery(getCatalogue, {});
  return (
    <Page title={t("memberships")} lead={t("brand:sections.plansLead")}>
      <Plans />
      <IncludedList />
      {/* A failure is shown above already. */}
      <QueryView query={catalogue} loading={<ExtraListSkeleton />} renderFailure={() => null}>
        {({ extras }) => <ExtraList extras={extras} />}
      </QueryView>
      <Promises />
    </Page>
  );
}
