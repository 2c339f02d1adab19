import { useEffect, useRef, useState } from "react";
import { completeSignUp, getSignUp, resendSignUpCode, type SignUp } from "#shared/api/sign-in.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import type { ApiFailure, FailureKind } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery, useIsFirstLoad } from "#renderer/api-client/query.ts";
import { pendingSignUp } from "#renderer/session/pending-sign-up.ts";

/** Why a sign-up ended, if the user needs to know. `lost`: the answer to the code did not arrive. */
export type Ending = { reason: "over" | "known" | "lost"; email: string };

const reasons: Partial<Record<ErrorCode, Ending["reason"]>> = {
  "sign-up-over": "over",
  "already-registered": "known",
};

/** Failures after which the server may have accepted the code nevertheless. */
const withoutAnswer: ReadonlySet<FailureKind> = new Set(["offline", "timeout", "unexpected"]);

/** Queries the sign-up that was begun in this tab before a reload. */
function useWaitingSignUp() {
  const [id] = useState(() => pendingSignUp.read());
  const waiting = useApiQuery(
    getSignUp,
    { params: { id: id ?? "" }, silent: true },
    { enabled: id !== null, staleTime: 0, keepPrevious: true }, // a change of language does not change the answer
  );
  const isOver = waiting.error?.failure.code === "sign-up-over";
  useEffect(() => {
    // Unless another one was begun since.
    if (isOver && pendingSignUp.read() === id) pendingSignUp.forget();
  }, [isOver, id]);
  const isLoading = useIsFirstLoad(id !== null && waiting.isPending);
  const isUnknown = id !== null && !isLoading && !isOver && waiting.data === undefined;
  return { signUp: waiting.data ?? null, isLoading, isOver, isUnknown, refetch: waiting.refetch };
}

/** Returns the sign-up that waits for its code, also after a reload, and its actions; `signUp` is null without. */
export function useSignUp() {
  const waiting = useWaitingSignUp();
  /** Undefined until a sign-up was begun or ended on this page. */
  const [current, setCurrent] = useState<SignUp | null>();
  const [ending, setEnding] = useState<Ending | null>(null);
  const [isBegunHere, setBegunHere] = useState(false);
  /** Whether a code was sent without an answer, so that it may have been accepted. */
  const isUnanswered = useRef(false);
  const untouched = current === undefined;
  const signUp = untouched ? waiting.signUp : current;
  if (untouched && waiting.isOver) {
    setEnding({ reason: "over", email: "" });
    setCurrent(null);
  }

  const renew = (renewed: SignUp) => {
    isUnanswered.current = false;
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
  /** Goes back to the form if the failure ended the sign-up; else returns the failure to show. */
  const failed = (failure: ApiFailure): ApiFailure | null => {
    const reason = failure.code && reasons[failure.code];
    if (reason === undefined) return failure;
    leave(reason === "over" && isUnanswered.current ? "lost" : reason);
    return null;
  };
  const params = { id: signUp?.id ?? "" };
  return {
    signUp,
    isBegunHere,
    isResuming: untouched && waiting.isLoading,
    /** Loads the sign-up again; null unless loading it failed. */
    retry: untouched && waiting.isUnknown ? () => void waiting.refetch() : null,
    ending,
    begin,
    leave: () => leave(null),
    /** Creates the account. Resolves to the session, or to the failure to show. */
    confirm: async (code: string) => {
      const { data, error } = await call(completeSignUp, { params, body: { code } });
      if (data) pendingSignUp.forget();
      const failure = error && failed(error);
      if (error && withoutAnswer.has(error.kind)) isUnanswered.current = true;
      else if (error?.code === "code-wrong") isUnanswered.current = false;
      return { session: data, failure };
    },
    resend: async () => {
      const { data, error } = await call(resendSignUpCode, { params });
      if (error) return failed(error);
      renew(data);
      return null;
    },
  };
}
