import { networksOf } from "../../infra/throttle/networks.ts";

/** Open streams of one process: altogether, and of one client's network. */
export const streamLimits = { altogether: 2000, perNetwork: 500 };

/** An open stream: what ends it, and whose it is: networks from wide to narrow, then the user. */
type Place = { end: () => void; path: string[] };

/** A part of all streams: those of a network, of a network within it, or of a user there. */
class Share {
  count = 0;
  readonly parts = new Map<string, Share>();
  /** In the order in which they were opened; only of a user. */
  readonly places = new Set<Place>();

  part(name: string): Share {
    const part = this.parts.get(name) ?? new Share();
    this.parts.set(name, part);
    return part;
  }

  heaviestPart(): Share | undefined {
    let heaviest: Share | undefined;
    for (const part of this.parts.values()) {
      if (part.count > (heaviest?.count ?? 0)) heaviest = part;
    }
    return heaviest;
  }

  /** The oldest stream of whoever has most, network by network. */
  oldestOfHeaviest(): Place | undefined {
    const part = this.heaviestPart();
    if (part) return part.oldestOfHeaviest();
    const [oldest] = this.places;
    return oldest;
  }

  /**
   * The stream that makes room for another one of this path: from a network that would have more than
   * the newcomer's even so, else by the same rule within the newcomer's own network.
   */
  placeToGiveUp([name, ...rest]: string[]): Place | undefined {
    if (name === undefined) return undefined;
    const own = this.parts.get(name);
    const heaviest = this.heaviestPart();
    if (heaviest && heaviest.count > (own?.count ?? 0) + 1) return heaviest.oldestOfHeaviest();
    return own?.placeToGiveUp(rest);
  }
}

/**
 * Shares the places for open streams: while there is room everybody gets one, up to a limit for one
 * network. When all are taken, a network that has fewer than another takes places from that one, and so
 * do the users within a network.
 */
export class StreamPlaces {
  readonly #limits: typeof streamLimits;
  readonly #all = new Share();

  constructor(limits = streamLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a place for a user's stream from an IP address, if need be by ending another stream. Returns
   * what leaves the place again, once; null when there is none.
   *
   * @param end called when the place is given to somebody else
   */
  take(ip: string, user: string, end: () => void): (() => void) | null {
    const networks = networksOf(ip).toReversed();
    const path = [...networks, user];
    if (this.#countOf(networks) >= this.#limits.perNetwork) return null;
    if (this.#all.count >= this.#limits.altogether) {
      const givenUp = this.#all.placeToGiveUp(path);
      if (!givenUp) return null;
      this.#remove(givenUp);
      givenUp.end();
    }
    const place = this.#add(path, end);
    return () => this.#remove(place);
  }

  /** The parts that count a path, from all streams down, as far as they exist. */
  #partsOf(path: string[]): Share[] {
    const shares = [this.#all];
    for (const name of path) {
      const part = shares.at(-1)?.parts.get(name);
      if (part) shares.push(part);
    }
    return shares;
  }

  #countOf(path: string[]): number {
    const shares = this.#partsOf(path);
    return shares.length > path.length ? (shares.at(-1)?.count ?? 0) : 0;
  }

  #add(path: string[], end: () => void): Place {
    const place = { end, path };
    let share = this.#all;
    share.count++;
    for (const name of path) {
      share = share.part(name);
      share.count++;
    }
    share.places.add(place);
    return place;
  }

  #remove(place: Place): void {
    const shares = this.#partsOf(place.path);
    if (!shares.at(-1)?.places.delete(place)) return;
    for (const [depth, share] of shares.entries()) {
      share.count--;
      const name = place.path[depth];
      if (name !== undefined && shares[depth + 1]?.count === 1) share.parts.delete(name);
    }
  }
}
