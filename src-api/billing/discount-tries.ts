import { countTry, keyOf, takeBack, type Counter } from "../limits/counters.ts";
import type { Portal } from "../portal.ts";
import { countersOf } from "../throttle.ts";

type Tried = { ip: string; userId: string | null; code: string | undefined };

/** By network, and by user, who may change networks. */
function countersOfCodes({ ip, userId }: Tried): Counter[] {
  const [client, ...networks] = countersOf("discount", ip, "code");
  if (!client) return networks;
  const user = userId === null ? [] : [{ ...client, key: keyOf("discount", "user", userId) }];
  return [client, ...user, ...networks];
}

/**
 * Runs what prices an order with a code, and counts the try, so that codes cannot be found by guessing.
 * One that is good costs nothing; the bad ones before it still count. Throws `too-many-requests`.
 */
export async function withTriedCode<T>(
  portal: Portal,
  tried: Tried,
  price: () => Promise<T>,
): Promise<T> {
  if (!tried.code) return price();
  const counters = countersOfCodes(tried);
  await countTry(portal, counters);
  const result = await price();
  await takeBack(portal, counters);
  return result;
}
