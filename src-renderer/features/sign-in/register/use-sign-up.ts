import { useEffect, useState } from "react";
import {
  completeSignUp,
  getSignUp,
  resendSignUpCode,
  type SignUp,
} from "../../../../src-shared/api/account.ts";
import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import { call } from "../../../api-client/client.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { pendingSignUp } from "../../../session/pending-sign-up.ts";

/** How a sign-up ended without an account, as far as there is something to say about it. */
export type Ending = { reason: "over" | "known"; email: string };

const reasons: Partial<Record<ErrorCode, Ending["reason"]>> = {
  "sign-up-over": "over",
  "already-registered": "known",
};

/** The sign-up that an earlier load of this tab left, as the server knows it. */
function useWaitingSignUp() {
  const [id] = useState(() => pendingSignUp.read());
  const waiting = useApiQuery(
    getSignUp,
    { params: { id: id ?? "" }, silent: true },
    { enabled: id !== null, staleTime: 0 },
  );
  const isOver = waiting.error?.failure.code === "sign-up-over";
  useEffect(() => {
    if (isOver) pendingSignUp.forget();
  }, [isOver]);
  return { ...waiting, isOver, isPending: id !== null && waiting.isPending };
}

/**
 * The sign-up that waits for its code: begun in this page, or before a reload. `signUp` is null while
 * there is none, and the form is what is to be shown.
 */
export function useSignUp() {
  const waiting = useWaitingSignUp();
  /** Undefined until this page has begun or ended one. */
  const [current, setCurrent] = useState<SignUp | null>();
  const [ending, setEnding] = useState<Ending | null>(null);
  const [isBegunHere, setBegunHere] = useState(false);
  const signUp = current === undefined ? (waiting.data ?? null) : current;
  const untouched = current === undefined;

  const renew = (renewed: SignUp) => {
    pendingSignUp.keep(renewed.id);
    setCurrent(renewed);
  };
  const begin = (begun: SignUp) => {
    renew(begun);
    setEnding(null);
    setBegunHere(true);
  };
  const leave = (reason: Ending["reason"] | null) => {
    pendingSignUp.forget();
    setEnding(reason && { reason, email: signUp?.email ?? "" });
    setCurrent(null);
  };
  /** Leads back to the form where the failure ended the sign-up; else gives it, to be shown. */
  const failed = <Failure extends { code?: ErrorCode }>(failure: Failure): Failure | null => {
    const reason = failure.code && reasons[failure.code];
    if (reason === undefined) return failure;
    leave(reason);
    return null;
  };
  const params = { id: signUp?.id ?? "" };
  return {
    signUp,
    isBegunHere,
    isResuming: untouched && waiting.isPending,
    /** Looks for the sign-up again; null unless that failed. */
    retry: untouched && waiting.isError && !waiting.isOver ? () => void waiting.refetch() : null,
    ending: untouched && waiting.isOver ? ({ reason: "over", email: "" } as const) : ending,
    begin,
    leave: () => leave(null),
    /** Creates the account. Resolves to the session, or to the failure that is to be shown. */
    confirm: async (code: string) => {
      const { data, error } = await call(completeSignUp, { params, body: { code } });
      if (data) pendingSignUp.forget();
      return { session: data, failure: error && failed(error) };
    },
    resend: async () => {
      const { data, error } = await call(resendSignUpCode, { params });
      if (error) return failed(error);
      renew(data);
      return null;
    },
  };
}
