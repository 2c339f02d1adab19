import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { countTry, keyOf, takeBack, type Counter } from "../../../infra/throttle/counters.ts";
import type { Portal } from "../../../portal.ts";
import { countersOf } from "../../../infra/throttle/throttle.ts";

type Tried = { ip: string; userId: string | null; code: string | undefined };

/** By user, who may change networks, or by client without one; then by network. */
function countersOfCodes({ ip, userId }: Tried): Counter[] {
  const [client, ...networks] = countersOf("discount", ip, "code");
  if (!client) return networks;
  return [
    userId === null ? client : { ...client, key: keyOf("discount", "user", userId) },
    ...networks,
  ];
}

/** What tells somebody who guesses at codes whether there is such a code. */
const tellsOfCodes: ReadonlySet<ErrorCode> = new Set([
  "discount-unknown",
  "discount-expired",
  "discount-used",
  "discount-not-applicable",
]);

const isGuess = (error: unknown) => error instanceof ApiError && tellsOfCodes.has(error.code);

/**
 * Runs what prices an order with a code, and counts the try, so that codes cannot be found by guessing.
 * A good one costs nothing, nor does an order that fails for another reason; the bad ones before it
 * still count. Throws `too-many-requests`.
 */
export async function withTriedCode<T>(
  portal: Portal,
  tried: Tried,
  price: () => Promise<T>,
): Promise<T> {
  if (!tried.code) return price();
  const counters = countersOfCodes(tried);
  await countTry(portal, counters);
  let guessed = false;
  try {
    return await price();
  } catch (error) {
    guessed = isGuess(error);
    throw error;
  } finally {
    if (!guessed) await takeBack(portal, counters);
  }
}
