import { clientNetwork } from "../limits/networks.ts";

/** Open streams of one process: altogether, and of one network, so that one cannot take all. */
export const streamLimits = { altogether: 2000, perNetwork: 500 };

/** Counts the streams that are open, and lets no more in than there is room for. */
export class StreamPlaces {
  readonly #limits: typeof streamLimits;
  readonly #taken = new Map<string, number>();
  #altogether = 0;

  constructor(limits = streamLimits) {
    this.#limits = limits;
  }

  /** Takes a place for an IP address and gives what leaves it again, once; null when there is none. */
  take(ip: string): (() => void) | null {
    const network = clientNetwork(ip);
    const ofNetwork = this.#taken.get(network) ?? 0;
    const { altogether, perNetwork } = this.#limits;
    if (this.#altogether >= altogether || ofNetwork >= perNetwork) return null;
    this.#taken.set(network, ofNetwork + 1);
    this.#altogether++;
    let left = false;
    return () => {
      if (!left) this.#leave(network);
      left = true;
    };
  }

  #leave(network: string): void {
    this.#altogether--;
    const rest = (this.#taken.get(network) ?? 0) - 1;
    if (rest > 0) this.#taken.set(network, rest);
    else this.#taken.delete(network);
  }
}
