import { useState } from "react";
import { listTraining } from "#shared/api/training.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";

/** Returns the plans of a day. Those of the day before stay if these do not load, at midnight for example. */
export function useHeldPlans(today: string) {
  const query = useApiQuery(listTraining, { query: { today } }, { keepPrevious: true });
  const { data, dataUpdatedAt } = query;
  const [held, hold] = useState(data && { data, at: dataUpdatedAt });
  if (data && (data !== held?.data || dataUpdatedAt !== held.at)) hold({ data, at: dataUpdatedAt });
  return {
    ...query,
    data: data ?? held?.data,
    dataUpdatedAt: data ? dataUpdatedAt : (held?.at ?? 0),
  };
}
