import type { Fault } from "../fixtures/fault-proxy.ts";
import type { Portal } from "../fixtures/portal.ts";

/** What may befall requests: the connection, known to be gone or not, or the requests themselves. */
export type Trouble = "offline" | "disconnected" | readonly Fault[];

/** The weather between the portal and its API: one trouble at a time. */
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

  /** All goes well again; requests that were left hanging break off. */
  async clear(): Promise<void> {
    this.#portal.faults.clear();
    if (!this.#connected) await this.#portal.faults.offline(false);
    this.#connected = true;
    this.#cleared.resolve();
    this.#cleared = Promise.withResolvers();
  }

  /** Brings a trouble in place of the one before. */
  async bring(trouble: Trouble): Promise<void> {
    await this.clear();
    this.#connected = typeof trouble !== "string";
    if (trouble === "offline") await this.#portal.faults.offline(true);
    else if (trouble === "disconnected") this.#portal.faults.disconnect(true);
    else for (const fault of trouble) this.#portal.faults.add(this.#bounded(fault));
  }

  /** The proxy would keep a hanging request beyond the fault: it is dropped when the sky clears. */
  #bounded({ hang = false, ...fault }: Fault): Fault {
    return hang ? { ...fault, until: this.#cleared.promise, drop: true } : fault;
  }
}
