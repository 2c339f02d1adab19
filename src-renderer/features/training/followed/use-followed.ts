import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listTraining, type TrainingPlan } from "#shared/api/training.ts";
import { deviceDate } from "#shared/calendar-date.ts";
import { formatDay } from "#shared/formats.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { prefetch } from "#renderer/api-client/prefetch.ts";
import { useToday } from "#renderer/components/use-today.ts";

/** Asks for the user's plans before the page of a protocol needs them. */
export function prefetchFollowed(): void {
  void prefetch(listTraining, { query: { today: deviceDate(new Date()) } });
}

/** Returns the user's plans of a protocol, and which of them is shown on its page. */
export function useFollowed(slug: string) {
  const today = useToday();
  const query = useApiQuery(listTraining, { query: { today } }, { keepPrevious: true });
  const [chosen, choose] = useState<string | null>(null);
  const plans = query.data?.items.filter((plan) => plan.slug === slug) ?? [];
  return {
    today,
    query,
    plans,
    plan: plans.find(({ id }) => id === chosen) ?? plans[0],
    choose,
  };
}

/** Returns the function that says how far a plan has come, and when it continues. */
export function useReached(today: string): (plan: TrainingPlan) => string {
  const { t, i18n } = useTranslation("training");
  return ({ next, protocol }) =>
    next && protocol
      ? t("reached", {
          week: next.week + 1,
          weeks: protocol.weeks.length,
          session: next.session + 1,
          when: next.dueOn <= today ? t("reachedToday") : formatDay(next.dueOn, i18n.language),
        })
      : t("reachedEnd");
}

export type Followed = ReturnType<typeof useFollowed>;
