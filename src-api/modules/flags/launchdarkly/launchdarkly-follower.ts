import { setTimeout as pause } from "node:timers/promises";
import type { LaunchDarklySettings } from "../../../infra/launchdarkly-settings.ts";
import type { Logger } from "../../../infra/services.ts";
import type { Portal } from "../../../portal.ts";
import { setFlag } from "../flag-store.ts";
import { LaunchDarklyClient } from "./launchdarkly-client.ts";

/** Seconds after which the log says that LaunchDarkly has not answered; it is tried further. */
const readyWithin = 10;

/** Delay in ms before values are stored again after a failure: the first one, doubling, and the longest. */
const retryAfter = { first: 100, longest: 10_000 };

/**
 * Keeps the flags in the database as LaunchDarkly decides them. Everything else reads them there: while
 * LaunchDarkly cannot be reached, and after a restart, its last values hold, and every process has the same.
 */
export class LaunchDarklyFollower {
  readonly #portal: Pick<Portal, "database" | "now">;
  readonly #log: Logger;
  readonly #ending = new AbortController();
  #client: LaunchDarklyClient | null = null;
  #storing: Promise<void> = Promise.resolve();
  #isOutdated = false;

  constructor(portal: Pick<Portal, "database" | "now">, log: Logger) {
    this.#portal = portal;
    this.#log = log;
  }

  /** Connects in the background; failures are logged, and tried further. */
  start(settings: LaunchDarklySettings): void {
    this.#connect(settings).catch((err: unknown) => {
      this.#log.error({ err }, "LaunchDarkly cannot be followed; the last known flags hold");
    });
  }

  async #connect(settings: LaunchDarklySettings): Promise<void> {
    const client = await LaunchDarklyClient.open(settings, this.#log, () => this.#changed());
    if (this.#ending.signal.aborted) return client.close();
    this.#client = client;
    this.#changed(); // it may have been ready before
    if (await client.isReadyWithin(readyWithin)) return;
    if (this.#ending.signal.aborted) return;
    this.#log.warn("LaunchDarkly does not send its flags; the last known values hold");
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#client?.close();
    await this.#storing;
  }

  /** Stores the values; one call at a time, so that an earlier value never overwrites a later one. */
  #changed(): void {
    if (this.#isOutdated) return;
    this.#isOutdated = true;
    this.#storing = this.#storing.then(() => this.#store());
  }

  async #store(): Promise<void> {
    const { signal } = this.#ending;
    for (let wait = retryAfter.first; !signal.aborted; wait *= 2) {
      try {
        this.#isOutdated = false;
        return await this.#storeOnce();
      } catch (err) {
        this.#log.warn({ err }, "the flags of LaunchDarkly cannot be stored");
        const ms = Math.min(wait, retryAfter.longest);
        await pause(ms, undefined, { signal }).catch(() => {}); // closing
      }
    }
  }

  async #storeOnce(): Promise<void> {
    const decided = (await this.#client?.decided()) ?? [];
    for (const [key, on] of decided) await setFlag(this.#portal, key, on);
  }
}
