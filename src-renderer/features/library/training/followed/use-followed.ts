import { useContext, useState } from "react";
import { listTraining } from "../../../../../src-shared/api/training.ts";
import { deviceDate } from "../../../../../src-shared/calendar-date.ts";
import { askAhead } from "../../../../api-client/ask-ahead.ts";
import { useApiQuery } from "../../../../api-client/query.ts";
import { useSession } from "../../../../session/session-store.ts";
import { KeptContext } from "../../kinds.ts";
import { useToday } from "../use-today.ts";

/** Asks for the user's plans before the page of a protocol needs them. */
export function askForFollowed(): void {
  // A visitor who reads without a connection follows none.
  if (useSession.getState().user === null) return;
  void askAhead(
    listTraining,
    { query: { today: deviceDate(new Date()) } },
    { reportsEndedSession: false },
  );
}

/** Returns the user's plans of a protocol, and which of them is shown on its page. */
export function useFollowed(slug: string) {
  const today = useToday();
  const isKept = useContext(KeptContext);
  const query = useApiQuery(
    listTraining,
    { query: { today } },
    { keepPrevious: true, enabled: !isKept },
  );
  const [chosen, choose] = useState<string | null>(null);
  const plans = query.data?.items.filter((plan) => plan.slug === slug) ?? [];
  return {
    isKept,
    today,
    query,
    plans,
    plan: plans.find(({ id }) => id === chosen) ?? plans[0],
    choose,
  };
}

export type Followed = ReturnType<typeof useFollowed>;
