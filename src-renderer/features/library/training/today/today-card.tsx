import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listTraining, type TrainingPlan } from "../../../../../src-shared/api/training.ts";
import { routePath } from "../../../../../src-shared/routes.ts";
import { useApiQuery } from "../../../../api-client/query.ts";
import { MotifArt } from "../../../../components/cover-art/motif-art.tsx";
import { Heading } from "../../../../components/heading.tsx";
import { ButtonLink } from "../../../../components/links.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import { Skeleton, SkeletonItem } from "../../../../components/skeleton.tsx";
import { media, tokens } from "../../../../theme/tokens.ts";
import { PlanChoice } from "../plan-choice.tsx";
import { PlanToday, todayHeading } from "./plan-today.tsx";
import { useToday } from "../use-today.ts";

const useStyles = makeStyles({
  card: {
    boxSizing: "border-box",
    // The height of most sessions: little moves when the placeholder is replaced.
    minHeight: "280px",
    marginBottom: "24px",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { minHeight: "430px", padding: "16px" },
  },
  quiet: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    alignItems: "center",
    gap: "16px 32px",
    [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)", alignContent: "center" },
  },
  text: { margin: "8px 0 20px", maxWidth: "56ch", color: tokens.colorNeutralForeground2 },
  lines: { display: "grid", gap: "16px", maxWidth: "560px" },
  short: { width: "40%" },
});

function CardSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={styles.card}>
      <Skeleton aria-label={t("loading")} className={styles.lines}>
        <SkeletonItem size={20} className={styles.short} />
        <SkeletonItem size={32} />
        <SkeletonItem size={20} />
        <SkeletonItem size={20} />
        <SkeletonItem size={44} className={styles.short} />
      </Skeleton>
    </div>
  );
}

/** Leads to the protocols while none is followed. */
function NothingFollowed() {
  const styles = useStyles();
  const { t } = useTranslation("training");
  return (
    <section aria-labelledby={todayHeading} className={mergeClasses(styles.card, styles.quiet)}>
      <MotifArt motif="weave-poles" size={96} />
      <div>
        <Heading level={2} id={todayHeading}>
          {t("none.title")}
        </Heading>
        <p className={styles.text}>{t("none.text")}</p>
        <ButtonLink to={routePath("protocols")} look="accent">
          {t("none.action")}
        </ButtonLink>
      </div>
    </section>
  );
}

/** Returns the plan to begin with: one whose timer runs, else one that is due, else the next one due. */
function firstPlan(plans: readonly TrainingPlan[]): TrainingPlan | undefined {
  const order = ({ timer, next }: TrainingPlan) => (timer ? "" : (next?.dueOn ?? "ended"));
  return plans.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))[0];
}

type PlansProps = { plans: readonly TrainingPlan[]; today: string; loadedAt: number };

function Plans({ plans, today, loadedAt }: PlansProps) {
  const styles = useStyles();
  const [first] = useState(() => firstPlan(plans)?.id);
  const [chosen, setChosen] = useState(first);
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  if (!plan) return <NothingFollowed />;
  return (
    <section aria-labelledby={todayHeading} className={styles.card}>
      {plans.length > 1 && (
        <PlanChoice plans={plans} chosen={plan.id} today={today} onChoose={setChosen} />
      )}
      <PlanToday key={plan.id} plan={plan} today={today} loadedAt={loadedAt} />
    </section>
  );
}

/** The first card of a member's dashboard: today's session of a protocol that is followed. */
export function TodayCard() {
  const today = useToday();
  const query = useApiQuery(listTraining, { query: { today } }, { keepPrevious: true });
  return (
    <QueryView query={query} loading={<CardSkeleton />}>
      {({ items }) => <Plans plans={items} today={today} loadedAt={query.dataUpdatedAt} />}
    </QueryView>
  );
}
