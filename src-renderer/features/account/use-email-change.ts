import { useState } from "react";
import {
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  withdrawEmailChange,
} from "../../../src-shared/api/account.ts";
import type { MailedCode } from "../../../src-shared/api/sign-in.ts";
import { call } from "../../api-client/client.ts";
import { setAnswer, useApiQuery, useIsFirstLoad } from "../../api-client/query.ts";
import { setUser, useSession } from "../../session/session-store.ts";
import { refreshUser } from "../../session/start-session.ts";

/** What became of a change of address that waited for its code. */
export type Outcome = "done" | "withdrawn" | "over" | "taken";

/** What has happened in this page, `at` that time (ms); before that the server knows whether a change waits. */
type Here =
  | { change: MailedCode; isRenewed: boolean; at: number }
  | { outcome: Outcome; typed: string };

/**
 * The change that this session asked for, as the server knows it. `isLoading` until it is known
 * whether one waits, or that this cannot be found out.
 */
function useWaitingChange() {
  const asked = useApiQuery(
    getEmailChange,
    { silent: true },
    { staleTime: 0, keepPrevious: true }, // another language is no other change
  );
  const isLoading = useIsFirstLoad(asked.isPending);
  const change = asked.data?.change ?? null;
  /** Whether the server, asked again since then, knows of none: a change of the password drops it. */
  const isDropped = (at: number) => asked.dataUpdatedAt > at && asked.data?.change === null;
  return { change, isLoading, isDropped };
}

/** The change of address that waits for its code: asked for just now, or before a reload. */
export function useEmailChange() {
  const waiting = useWaitingChange();
  const [here, setHere] = useState<Here | null>(null);
  const begun = here && "change" in here && !waiting.isDropped(here.at) ? here : null;
  const change = here ? (begun?.change ?? null) : waiting.change;

  const begin = (asking: MailedCode, isRenewed = false) => {
    setHere({ change: asking, isRenewed, at: Date.now() });
    void setAnswer(getEmailChange, { change: asking });
  };
  const end = (outcome: Outcome): null => {
    setHere({ outcome, typed: outcome === "done" ? "" : (change?.email ?? "") });
    void setAnswer(getEmailChange, { change: null });
    return null;
  };
  /** Ends it as done if the account has the new address: the answer to an earlier code may be lost. */
  const endUnlessDone = async (outcome: "over" | "withdrawn") => {
    const failure = await refreshUser();
    if (failure) return failure;
    return end(useSession.getState().user?.email === change?.email ? "done" : outcome);
  };
  return {
    change,
    /** Whether the code was asked for with the form of this page. */
    isBegunHere: begun !== null && !begun.isRenewed,
    isLoading: here === null && waiting.isLoading,
    outcome: here && "outcome" in here ? here.outcome : null,
    /** The address that was asked for in vain and may have to be corrected. */
    typed: here && "typed" in here ? here.typed : "",
    begin: (asking: MailedCode) => begin(asking),
    /** Makes the new address count. Resolves to the failure that is to be shown, as all of these. */
    confirm: async (code: string) => {
      const { data, error } = await call(confirmEmailChange, { body: { code } });
      if (error?.code === "change-over") return endUnlessDone("over");
      if (error?.code === "address-taken") return end("taken");
      if (error) return error;
      setUser(data);
      return end("done");
    },
    /** Has another code mailed. */
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
