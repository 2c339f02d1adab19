import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { listDogs } from "#shared/api/dogs.ts";
import { listTraining, type TrainingPlan } from "#shared/api/training.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { focusReplacement, isFocusLost } from "#renderer/components/keep-focus.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { PlanChoice } from "../plan-choice.tsx";
import { usePlanInField } from "./field-address.ts";
import { forgetProgress } from "./field-progress.ts";
import { PlanToday, todayHeading } from "./plan-today.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { useToday } from "#renderer/components/use-today.ts";

const useStyles = makeStyles({
  card: {
    boxSizing: "border-box",
    // The height of most sessions: little moves when the placeholder is replaced.
    minHeight: "232px",
    marginBottom: "24px",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { minHeight: "388px", padding: "16px" },
  },
  quiet: { display: "grid", alignContent: "center" },
  dog: { minHeight: 0, [media.phone]: { minHeight: 0 } },
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

/** Leads to the missing dog or protocol, or else to the countdown of a show. */
function NothingFollowed({ hasDog }: { hasDog: boolean }) {
  const styles = useStyles();
  return (
    <section aria-labelledby={todayHeading} className={mergeClasses(styles.card, styles.quiet)}>
      <FirstSteps
        ids={hasDog ? ["protocol", "show"] : ["dog", "protocol"]}
        headingId={todayHeading}
      />
    </section>
  );
}

/** Returns the plan to begin with: its timer runs, it is due, its timer is paused, or it is due next. */
function firstPlan(plans: readonly TrainingPlan[], today: string): TrainingPlan | undefined {
  const order = ({ timer, next }: TrainingPlan) => {
    if (!next) return "3";
    if (timer?.isRunning) return "0";
    if (next.dueOn <= today) return `1 ${next.dueOn}`;
    return timer ? "2" : `2 ${next.dueOn}`;
  };
  return plans.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))[0];
}

/** Whether every session is behind the dog. A plan whose protocol is gone is none: it has to be stopped. */
const isFinished = ({ next, protocol }: TrainingPlan) => next === null && protocol !== null;

/** Returns the plans to choose from: a finished one only while it is shown, or if there are no others. */
function offeredPlans(plans: readonly TrainingPlan[], shown: string | undefined) {
  const offered = plans.filter((plan) => !isFinished(plan) || plan.id === shown);
  return plans.every(isFinished) ? plans : offered;
}

/** Takes the focus to the card's heading where a plan that was stopped took it along. */
function useHeadingAfterStop(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && isFocusLost())
      focusReplacement(document.getElementById(todayHeading));
    before.current = count;
  }, [count]);
}

type PlansProps = {
  hasDog: boolean;
  plans: readonly TrainingPlan[];
  today: string;
  loadedAt: number;
  onOpen: (isOpen: boolean) => void;
};

/** Returns the day of the card: that of a session being trained stays until it is finished, also after midnight. */
function useCardDay() {
  const calendarDay = useToday();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const today = openedOn ?? calendarDay;
  return { today, follow: (isOpen: boolean) => setOpenedOn(isOpen ? today : null) };
}

function Plans({ hasDog, plans, today, loadedAt, onOpen }: PlansProps) {
  const styles = useStyles();
  const inField = usePlanInField();
  const [chosen, setChosen] = useState(() => firstPlan(plans, today)?.id);
  useHeadingAfterStop(plans.length);
  useEffect(() => forgetProgress(plans), [plans]);
  const named = plans.find(({ id }) => id === inField);
  if (named && named.id !== chosen) setChosen(named.id);
  const plan = named ?? plans.find(({ id }) => id === chosen) ?? firstPlan(plans, today);
  if (!plan) return <NothingFollowed hasDog={hasDog} />;
  const offered = offeredPlans(plans, plan.id);
  return (
    <section aria-labelledby={todayHeading} className={styles.card}>
      {offered.length > 1 && (
        <PlanChoice plans={offered} chosen={plan.id} today={today} onChoose={setChosen} />
      )}
      <PlanToday key={plan.id} {...{ plan, today, loadedAt, onOpen }} />
    </section>
  );
}

/** The first card of a member's dashboard: today's session of a protocol that is followed. */
export function TodayCard() {
  const styles = useStyles();
  const { today, follow } = useCardDay();
  const query = useApiQuery(listTraining, { query: { today } }, { keepPrevious: true });
  const dogs = useApiQuery(listDogs, { silent: true });
  // Without an answer there is no reason to ask for a dog.
  const hasDog = dogs.data?.items.length !== 0;
  return (
    <QueryView query={query} loading={<CardSkeleton />}>
      {({ items }) =>
        items.length === 0 && dogs.isLoading ? (
          <CardSkeleton />
        ) : (
          <>
            <Plans
              {...{ hasDog, today }}
              plans={items}
              loadedAt={query.dataUpdatedAt}
              onOpen={follow}
            />
            {items.length > 0 && !hasDog && (
              <div className={mergeClasses(styles.card, styles.dog)}>
                <FirstSteps isAside ids={["dog"]} />
              </div>
            )}
          </>
        )
      }
    </QueryView>
  );
}
