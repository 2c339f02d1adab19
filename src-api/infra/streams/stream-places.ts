import { networksOf } from "../throttle/networks.ts";

/** Maximum number of open streams of one process, in all and per client network. */
export const streamLimits = { altogether: 2000, perNetwork: 500 };

/** An open stream: how to end it, and its owner: networks from wide to narrow, then the user. */
type Place = { end: () => void; path: string[] };

/** A share of all streams: those of a network, of a network within it, or of a user there. */
class Share {
  count = 0;
  readonly parts = new Map<string, Share>();
  /** In the order in which they were opened; only for users. */
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

  /** Returns the oldest stream of the owner with the most streams, network by network. */
  oldestOfHeaviest(): Place | undefined {
    const part = this.heaviestPart();
    if (part) return part.oldestOfHeaviest();
    const [oldest] = this.places;
    return oldest;
  }

  /** Returns the stream to end for a new one: of a network, or within it a user, that has more. */
  placeToGiveUp([name, ...rest]: string[]): Place | undefined {
    if (name === undefined) return undefined;
    const own = this.parts.get(name);
    const heaviest = this.heaviestPart();
    if (heaviest && heaviest.count > (own?.count ?? 0) + 1) return heaviest.oldestOfHeaviest();
    return own?.placeToGiveUp(rest);
  }
}

/** Limits the open streams. At the limit, networks and users with fewer displace those of others. */
export class StreamPlaces {
  readonly #limits: typeof streamLimits;
  readonly #all = new Share();

  constructor(limits = streamLimits) {
    this.#limits = limits;
  }

  /**
   * Reserves a place for a user's stream from an IP address, ending another stream if necessary.
   * Returns the function that releases the place; null if none is available.
   *
   * @param end called when the place is given to another stream
   */
  reserve(ip: string, user: string, end: () => void): (() => void) | null {
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

  /** Returns the existing shares along a path, from all streams down. */
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
