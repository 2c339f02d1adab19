import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { listTraining } from "#shared/api/training.ts";
import { routePath } from "#shared/routes.ts";
import type { Answer } from "#renderer/api-client/client.ts";
import { useApiQuery, useIsFirstLoad } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useToday } from "#renderer/components/use-today.ts";
import { listPath } from "#renderer/features/reading/index.ts";
import { useReached } from "#renderer/features/training/index.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  root: { marginBottom: "40px", [media.phone]: { marginBottom: "28px" } },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "0 24px",
    marginBottom: "8px",
  },
  title: { fontSize: "24px", lineHeight: "30px" },
  // Wide screens have it in the side menu.
  all: { display: "none", [media.belowTablet]: { display: "inline-flex" } },
  rows: { margin: 0, padding: 0, listStyleType: "none" },
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0 12px" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px", fontWeight: 600 },
  reached: { flexBasis: "100%", marginBottom: "8px" },
  dog: { color: tokens.colorNeutralForeground2 },
});

/** The protocols that a member follows, each with its dog and how far it has come, the way to the next session, and on small screens the way to all; nothing without one. */
function FollowedRows({ items, today }: Answer<typeof listTraining> & { today: string }) {
  const styles = useStyles();
  const { t } = useTranslation(["account", "training"]);
  const reached = useReached(today);
  const titleOf = usePageTitles();
  // Without those that are no longer in the library.
  const plans = items.flatMap(({ protocol, ...plan }) => (protocol ? { ...plan, protocol } : []));
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plan" className={styles.root}>
      <div className={styles.head}>
        <Heading level={2} id="plan" className={styles.title}>
          {t("plan")}
        </Heading>
        <span className={styles.all}>
          <TextLink to={listPath("protocols")} className={styles.link}>
            {titleOf("protocols")}
          </TextLink>
        </span>
      </div>
      <ul className={styles.rows}>
        {plans.map((plan) => (
          <li key={plan.id} className={styles.row}>
            <TextLink to={routePath("protocol", { id: plan.slug })} className={styles.link}>
              <span lang={plan.protocol.language}>{plan.protocol.title}</span>
            </TextLink>
            {plan.dog && <span className={styles.dog}>{plan.dog.name}</span>}
            <span className={styles.reached}>{reached(plan)}</span>
          </li>
        ))}
      </ul>
      {plans.some(({ next }) => next !== null) && (
        <TextLink to={routePath("dashboard")} className={styles.link}>
          {t("training:toToday")}
        </TextLink>
      )}
    </section>
  );
}

/**
 * What a member trains: the protocols that are followed, then the diary, which waits for them so that nothing moves. Then it
 * stays, whatever a later load comes to: it may have the focus.
 */
export function TrainingTab({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  const query = { today: useToday() };
  const { data, isPending } = useApiQuery(listTraining, { query }, { keepPrevious: true });
  if (useIsFirstLoad(isPending)) return loading;
  return (
    <>
      {data && <FollowedRows {...data} {...query} />}
      {children}
    </>
  );
}
