import { useState } from "react";
import {
  cancelSubscription,
  getMembership,
  type Membership,
  resumeSubscription,
  undoSwitch,
} from "#shared/api/membership.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer } from "#renderer/api-client/query.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { refreshUser } from "#renderer/session/start-session.ts";
import type { SwitchEnd } from "./switch-dialog.tsx";

const endpoints = {
  cancel: cancelSubscription,
  resume: resumeSubscription,
  undoSwitch,
};
type SubscriptionAction = keyof typeof endpoints;

/** The result of the last change: the changed membership, or why nothing was changed. */
export type SubscriptionOutcome =
  | Exclude<SwitchEnd, { kind: "confirming" }>
  | { kind: SubscriptionAction; membership: Membership }
  | { kind: `${SubscriptionAction}-failed`; failure: ApiFailure };

type Followers = {
  /** Follows every change, also a failed one. */
  onEnd: () => void;
  /** Follows a cancellation that ended the membership at once. */
  onOver: () => void;
};

/** Cancels or resumes the subscription, or takes a switch back, and keeps the result of the last change. */
export function useSubscription({ onEnd, onOver }: Followers) {
  const [outcome, setOutcome] = useState<SubscriptionOutcome | null>(null);
  const end = (result: SubscriptionOutcome | SwitchEnd) => {
    setOutcome(result.kind === "confirming" ? null : result);
    onEnd();
  };
  const { busy, run: act } = useMutation(async (action: SubscriptionAction) => {
    setOutcome(null);
    const { data: membership, error: failure } = await call(endpoints[action], {});
    if (failure) {
      end({ kind: `${action}-failed`, failure });
      return failure;
    }
    await setAnswer(getMembership, membership);
    end({ kind: action, membership });
    if (membership.status === "ended") {
      onOver();
      await refreshUser();
    }
    return null;
  });
  return { busy, outcome, act, end, forget: () => setOutcome(null) };
}
