import type { ErrorCode } from "#shared/api/errors.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { countTry, keyOf, uncountTry, type Counter } from "#api/infra/throttle/counters.ts";
import type { Portal } from "#api/portal.ts";
import { countersOf } from "#api/infra/throttle/throttle.ts";

/** Who tried which code. */
type Tried = { ip: string; userId: string | null; code: string | undefined };

/** Tries are counted by user (who may change networks), or by client without one, and by network. */
function countersOfCodes({ ip, userId }: Tried): Counter[] {
  const [client, ...networks] = countersOf("discount", ip, "code");
  if (!client) return networks;
  return [
    userId === null ? client : { ...client, key: keyOf("discount", "user", userId) },
    ...networks,
  ];
}

/** Errors that reveal whether a code exists. */
const revealing: ReadonlySet<ErrorCode> = new Set([
  "discount-unknown",
  "discount-expired",
  "discount-used",
  "discount-not-applicable",
]);

const isGuess = (error: unknown) => error instanceof ApiError && revealing.has(error.code);

/**
 * Prices an order with a discount code under a limit of failed tries, so that codes cannot be guessed. A
 * valid code and an order that fails for another reason do not count. Throws `too-many-requests`.
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
    if (!guessed) await uncountTry(portal, counters);
  }
}
