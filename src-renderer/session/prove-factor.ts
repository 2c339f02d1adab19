import { proveFactor } from "../../src-shared/api/second-factor.ts";
import type { ApiFailure } from "../api-client/api-failure.ts";
import { call } from "../api-client/client.ts";

/**
 * Proves the second factor again: for five minutes this session may do what the server refused with
 * `factor-needed`. Returns the failure, whose message is at the field `code`, or null.
 */
export const proveSecondFactor = async (code: string): Promise<ApiFailure | null> =>
  (await call(proveFactor, { body: { code } })).error;
