import { useState } from "react";
import { completeSignUp, getSignUp, resendSignUpCode } from "#shared/api/sign-in.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { pendingSignUp } from "#renderer/session/pending-codes.ts";
import { useWaitingCode, whileWaiting } from "../code-step/use-waiting-code.ts";

/** Returns the sign-up that waits for its code, also after a reload, and its actions. */
export function useSignUp() {
  const [id] = useState(() => pendingSignUp.read());
  const query = useApiQuery(
    getSignUp,
    { params: { id: id ?? "" }, silent: true },
    whileWaiting(id),
  );
  return useWaitingCode({
    pending: pendingSignUp,
    id,
    query,
    reasons: { "sign-up-over": "over", "already-registered": "known" } as const,
    confirm: (waiting, code) => call(completeSignUp, { params: { id: waiting }, body: { code } }),
    resend: (waiting) => call(resendSignUpCode, { params: { id: waiting } }),
  });
}

/** Why a sign-up ended, if the user needs to know. */
export type Ending = NonNullable<ReturnType<typeof useSignUp>["ending"]>;
