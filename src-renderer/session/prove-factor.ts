import { proveFactor } from "#shared/api/second-factor.ts";
import type { ApiFailure } from "../api-client/api-failure.ts";
import { callRenewing } from "./renew-token.ts";

/**
 * Proves a factor, by whichever code: for five minutes this session may do what the server refused with `factor-needed` or
 * `enrolment-code-needed`. Returns the failure, whose message is at the field `code`, or null.
 */
export const proveSecondFactor = async (code: string): Promise<ApiFailure | null> =>
  (await callRenewing(proveFactor, { body: { code } })).error;
