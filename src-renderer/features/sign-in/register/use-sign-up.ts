import { useEffect, useRef, useState } from "react";
import {
  completeSignUp,
  getSignUp,
  resendSignUpCode,
  type SignUp,
} from "../../../../src-shared/api/sign-in.ts";
import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import type { ApiFailure, FailureKind } from "../../../api-client/api-failure.ts";
import { call } from "../../../api-client/client.ts";
import { useApiQuery, useIsFirstLoad } from "../../../api-client/query.ts";
import { pendingSignUp } from "../../../session/pending-sign-up.ts";

/**
 * How a sign-up ended in this page, as far as there is something to say about it. `lost`: it probably
 * made an account, but the answer that said so did not arrive.
 */
export type Ending = { reason: "over" | "known" | "lost"; email: string };

const reasons: Partial<Record<ErrorCode, Ending["reason"]>> = {
  "sign-up-over": "over",
  "already-registered": "known",
};

/** Failures after which the code may have counted all the same. */
const withoutAnswer: ReadonlySet<FailureKind> = new Set(["offline", "timeout", "unexpected"]);

/** The sign-up that an earlier load of this tab left, as the server knows it. */
function useWaitingSignUp() {
  const [id] = useState(() => pendingSignUp.read());
  const waiting = useApiQuery(
    getSignUp,
    { params: { id: id ?? "" }, silent: true },
    { enabled: id !== null, staleTime: 0, keepPrevious: true }, // another language is no other sign-up
  );
  const isOver = waiting.error?.failure.code === "sign-up-over";
  useEffect(() => {
    // Not one that was begun since.
    if (isOver && pendingSignUp.read() === id) pendingSignUp.forget();
  }, [isOver, id]);
  const isLoading = useIsFirstLoad(id !== null && waiting.isPending);
  const isUnknown = id !== null && !isLoading && !isOver && waiting.data === undefined;
  return { signUp: waiting.data ?? null, isLoading, isOver, isUnknown, refetch: waiting.refetch };
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
  /** Whether a code was sent without an answer, and nothing since shows that it did not count. */
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
  /** Leads back to the form where the failure ended the sign-up; else gives it, to be shown. */
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
    /** Looks for the sign-up again; null unless that failed. */
    retry: untouched && waiting.isUnknown ? () => void waiting.refetch() : null,
    ending,
    begin,
    leave: () => leave(null),
    /** Creates the account. Resolves to the session, or to the failure that is to be shown. */
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
