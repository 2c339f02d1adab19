import type { Fault } from "../fixtures/fault-proxy.ts";
import type { Portal } from "../fixtures/portal.ts";

/** A connection that is gone, with or without the browser knowing, or faults of single requests. */
export type Trouble = "offline" | "disconnected" | readonly Fault[];

/** The conditions between the portal and its API: one trouble at a time. */
export class Sky {
  readonly #portal: Portal;
  #connected = true;
  #cleared = Promise.withResolvers<void>();

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Ends the trouble; hanging requests are dropped. */
  async clear(): Promise<void> {
    this.#portal.faults.clear();
    if (!this.#connected) await this.#portal.faults.offline(false);
    this.#connected = true;
    this.#cleared.resolve();
    this.#cleared = Promise.withResolvers();
  }

  /** Replaces the current trouble by another one. */
  async bring(trouble: Trouble): Promise<void> {
    await this.clear();
    this.#connected = typeof trouble !== "string";
    if (trouble === "offline") await this.#portal.faults.offline(true);
    else if (trouble === "disconnected") this.#portal.faults.disconnect(true);
    else for (const fault of trouble) this.#portal.faults.add(this.#bounded(fault));
  }

  /** The proxy would keep a hanging request after the fault has ended: drops it then. */
  #bounded({ hang = false, ...fault }: Fault): Fault {
    return hang ? { ...fault, until: this.#cleared.promise, drop: true } : fault;
  }
}
