import type { Portal } from "../portal.ts";
import { forgiveTry, throttle } from "../throttle.ts";

/**
 * Runs what prices an order with a code, and counts the try from that address: codes cannot be found
 * by guessing. One that is good costs nothing. Throws `too-many-requests`.
 */
export async function withTriedCode<T>(
  portal: Portal,
  { ip, code }: { ip: string; code: string | undefined },
  price: () => Promise<T>,
): Promise<T> {
  if (!code) return price();
  await throttle(portal, "discount", ip, "code");
  const result = await price();
  await forgiveTry(portal, "discount", ip, "code");
  return result;
}
