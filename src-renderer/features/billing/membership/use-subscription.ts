import { useState } from "react";
import type { LeavingAnswer } from "#shared/api/leaving.ts";
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

const actions = {
  cancel: (answer: LeavingAnswer) => call(cancelSubscription, { body: answer }),
  resume: () => call(resumeSubscription, {}),
  undoSwitch: () => call(undoSwitch, {}),
};
type SubscriptionAction = keyof typeof actions;

/** The result of the last change: the changed membership, why nothing was changed, or what the owner was asked for. */
export type SubscriptionOutcome =
  | Exclude<SwitchEnd, { kind: "confirming" }>
  | { kind: SubscriptionAction; membership: Membership }
  | { kind: "pause-asked" }
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
  const act = async (action: SubscriptionAction, answer: LeavingAnswer = {}) => {
    setOutcome(null);
    const { data: membership, error: failure } = await actions[action](answer);
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
  };
  const { busy, run } = useMutation(act);
  return { busy, outcome, act: run, end, forget: () => setOutcome(null) };
}
