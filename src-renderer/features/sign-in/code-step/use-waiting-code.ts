import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ErrorCode } from "#shared/api/errors.ts";
import type { MailedCode } from "#shared/api/sign-in.ts";
import type { ApiFailure, ApiResult, FailureKind } from "#renderer/api-client/api-failure.ts";
import { type QueryFailure, useIsFirstLoad } from "#renderer/api-client/query.ts";
import type { PendingCode } from "#renderer/session/pending-codes.ts";

/** Why what waited for a code has ended. `lost`: the answer to the code did not arrive. */
type Reason<Own extends string> = Own | "over" | "lost";

/** Failures after which the server may have accepted the code nevertheless. */
const withoutAnswer: ReadonlySet<FailureKind> = new Set(["offline", "timeout", "unexpected"]);

/** How the caller loads what waits for a code after a reload: other languages have the same answer. */
export const whileWaiting = (id: string | null) =>
  ({ enabled: id !== null, staleTime: 0, keepPrevious: true }) as const;

type WaitingKind<Waiting, Done, Own extends string> = {
  pending: PendingCode;
  /** The id that this tab had when the page was opened, and the query for it. */
  id: string | null;
  query: UseQueryResult<Waiting, QueryFailure>;
  /** The refusals that end it. */
  reasons: Partial<Record<ErrorCode, Own | "over">>;
  confirm: (id: string, code: string) => Promise<ApiResult<Done>>;
  resend: (id: string) => Promise<ApiResult<Waiting>>;
};

/** Returns what waits for its mailed code, also after a reload, and its actions; `waiting` is null without. */
export function useWaitingCode<
  Waiting extends MailedCode & { id: string },
  Done,
  Own extends string = never,
>({ pending, id, query, reasons, ...calls }: WaitingKind<Waiting, Done, Own>) {
  /** Undefined until something was begun or ended on this page. */
  const [current, setCurrent] = useState<Waiting | null>();
  const [ending, setEnding] = useState<{ reason: Reason<Own>; email: string } | null>(null);
  const [isBegunHere, setBegunHere] = useState(false);
  /** Whether a code was sent without an answer, so that it may have been accepted. */
  const isUnanswered = useRef(false);
  const reasonOf = ({ code }: ApiFailure) => code && reasons[code];
  const isOver = query.error !== null && reasonOf(query.error.failure) === "over";
  useEffect(() => {
    // Unless another one was begun since.
    if (isOver && pending.read() === id) pending.forget();
  }, [isOver, id, pending]);
  const isLoading = useIsFirstLoad(id !== null && query.isPending);
  const isUnknown = id !== null && !isLoading && !isOver && query.data === undefined;
  const untouched = current === undefined;
  const waiting = untouched ? (query.data ?? null) : current;
  if (untouched && isOver) {
    setEnding({ reason: "over", email: "" });
    setCurrent(null);
  }

  const renew = (renewed: Waiting) => {
    isUnanswered.current = false;
    pending.keep(renewed.id);
    setCurrent(renewed);
  };
  const begin = (begun: Waiting) => {
    renew(begun);
    setEnding(null);
    setBegunHere(true);
  };
  const leave = (reason: Reason<Own> | null) => {
    pending.forget();
    setEnding(reason && { reason, email: waiting?.email ?? "" });
    setCurrent(null);
  };
  /** Goes back to the form if the failure ended the waiting; else returns the failure to show. */
  const failed = (failure: ApiFailure): ApiFailure | null => {
    const reason = reasonOf(failure);
    if (reason === undefined) return failure;
    leave(reason === "over" && isUnanswered.current ? "lost" : reason);
    return null;
  };
  const waitingId = waiting?.id ?? "";
  return {
    waiting,
    isBegunHere,
    isResuming: untouched && isLoading,
    /** Loads it again; null unless loading it failed. */
    retry: untouched && isUnknown ? () => void query.refetch() : null,
    ending,
    begin,
    leave: () => leave(null),
    /** Sends the code. Resolves to what it led to, or to the failure to show. */
    confirm: async (code: string) => {
      const { data, error } = await calls.confirm(waitingId, code);
      if (data) pending.forget();
      const failure = error && failed(error);
      if (error && withoutAnswer.has(error.kind)) isUnanswered.current = true;
      else if (error?.code === "code-wrong") isUnanswered.current = false;
      return { done: data, failure };
    },
    resend: async () => {
      const { data, error } = await calls.resend(waitingId);
      if (error) return failed(error);
      renew(data);
      return null;
    },
  };
}
