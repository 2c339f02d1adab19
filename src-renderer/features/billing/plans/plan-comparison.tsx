import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getCatalogue, type Catalogue } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { PaymentNotes } from "./payment-notes.tsx";
import { PlanPanels, PlanPanelsSkeleton, useNeedsNoPlan } from "./plan-panels.tsx";

const useStyles = makeStyles({ stack: { display: "grid", gap: "16px" } });

/** A note for members, and for users whose payment is being settled: they need no plan. */
function HolderNote() {
  const { t } = useTranslation("billing");
  const active = useIsActiveMember();
  return (
    <Notice intent="success">
      {active ? t("memberNote.text") : t("pendingNote")}{" "}
      <TextLink to={routePath("membership")}>{t("memberNote.action")}</TextLink>
    </Notice>
  );
}

/** The plans, with a note for those who need none. */
export function PlanComparison({ catalogue }: { catalogue: Catalogue }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const holder = useNeedsNoPlan();
  return (
    <div className={styles.stack}>
      {holder && <HolderNote />}
      <VisuallyHidden as="h2">{t("plan.all")}</VisuallyHidden>
      <PlanPanels catalogue={catalogue} />
    </div>
  );
}

/** Loads the plans and shows them, with what to know about payments. */
export function Plans() {
  const styles = useStyles();
  const catalogue = useApiQuery(getCatalogue, {});
  return (
    <div className={styles.stack}>
      <QueryView query={catalogue} loading={<PlanPanelsSkeleton />}>
        {(offers) => (
          <>
            <PlanComparison catalogue={offers} />
            <PaymentNotes {...offers} />
          </>
        )}
      </QueryView>
    </div>
  );
}
