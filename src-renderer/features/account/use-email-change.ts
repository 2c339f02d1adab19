import { useState } from "react";
import {
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  withdrawEmailChange,
} from "#shared/api/account.ts";
import type { MailedCode } from "#shared/api/sign-in.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery, useIsFirstLoad } from "#renderer/api-client/query.ts";
import { setUser, useSession } from "#renderer/session/session-store.ts";
import { refreshUser } from "#renderer/session/start-session.ts";

/** How a pending change of address ended. */
export type Outcome = "done" | "withdrawn" | "over" | "taken";

/** What happened on this page, `at` a time in ms. Undefined until then: the server decides. */
type Here =
  | { change: MailedCode; isRenewed: boolean; at: number }
  | { outcome: Outcome; typed: string };

/** Queries this session's pending change. `isLoading` is true until the first answer or failure. */
export function useWaitingChange() {
  const query = useApiQuery(
    getEmailChange,
    { silent: true },
    { staleTime: 0, keepPrevious: true }, // a change of language does not change the answer
  );
  const isLoading = useIsFirstLoad(query.isPending);
  const change = query.data?.change ?? null;
  /** Returns whether the change is gone since `at`: changing the password drops it. */
  const isDropped = (at: number) => query.dataUpdatedAt > at && query.data?.change === null;
  return { change, isLoading, isDropped };
}

/** Returns the pending change of address, begun on this page or before a reload, and its actions. */
export function useEmailChange() {
  const waiting = useWaitingChange();
  const [here, setHere] = useState<Here | null>(null);
  const begun = here && "change" in here && !waiting.isDropped(here.at) ? here : null;
  const change = here ? (begun?.change ?? null) : waiting.change;

  const begin = (code: MailedCode, isRenewed = false) => {
    setHere({ change: code, isRenewed, at: Date.now() });
    void setAnswer(getEmailChange, { change: code });
  };
  const end = (outcome: Outcome): null => {
    setHere({ outcome, typed: outcome === "done" ? "" : (change?.email ?? "") });
    void setAnswer(getEmailChange, { change: null });
    return null;
  };
  /** Ends as "done" if the account has the new address: the answer to an earlier code was lost then. */
  const endUnlessDone = async (outcome: "over" | "withdrawn") => {
    const failure = await refreshUser();
    if (failure) return failure;
    return end(useSession.getState().user?.email === change?.email ? "done" : outcome);
  };
  return {
    change,
    /** Whether the change was begun with the form of this page. */
    isBegunHere: begun !== null && !begun.isRenewed,
    isLoading: here === null && waiting.isLoading,
    outcome: here && "outcome" in here ? here.outcome : null,
    /** The address of a change that failed, to be corrected. */
    typed: here && "typed" in here ? here.typed : "",
    begin: (code: MailedCode) => begin(code),
    /** Confirms the new address. Like the other actions it resolves to the failure to show, or null. */
    confirm: async (code: string) => {
      const { data, error } = await call(confirmEmailChange, { body: { code } });
      if (error?.code === "change-over") return endUnlessDone("over");
      if (error?.code === "address-taken") return end("taken");
      if (error) return error;
      setUser(data);
      return end("done");
    },
    resend: async () => {
      const { data, error } = await call(resendEmailCode, {});
      if (error?.code === "change-over") return endUnlessDone("over");
      if (error) return error;
      begin(data, true);
      return null;
    },
    withdraw: async () => {
      const { error } = await call(withdrawEmailChange, {});
      return error ?? endUnlessDone("withdrawn");
    },
  };
}

export type EmailChangeActions = Pick<
  ReturnType<typeof useEmailChange>,
  "confirm" | "resend" | "withdraw"
>;
