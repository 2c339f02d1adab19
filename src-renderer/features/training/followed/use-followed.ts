import { useState } from "react";
import { listTraining } from "#shared/api/training.ts";
import { deviceDate } from "#shared/calendar-date.ts";
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

export type Followed = ReturnType<typeof useFollowed>;
