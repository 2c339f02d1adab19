import type { LaunchDarklySettings } from "#api/infra/launchdarkly-settings.ts";
import type { Logger } from "#api/infra/services.ts";
import { tryUntilDone } from "#api/infra/try-until-done.ts";
import type { Portal } from "#api/portal.ts";
import { setFlag } from "../flag-store.ts";
import { LaunchDarklyClient } from "./launchdarkly-client.ts";

/** Seconds after which the log says that LaunchDarkly has not answered; it is tried further. */
const readyWithin = 10;

/** Keeps the flags in the database as LaunchDarkly decides them: without it, its last values hold. */
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

  #store(): Promise<void> {
    return tryUntilDone(() => this.#storeOnce(), {
      signal: this.#ending.signal,
      onFailure: (err) => this.#log.warn({ err }, "the flags of LaunchDarkly cannot be stored"),
    });
  }

  async #storeOnce(): Promise<void> {
    this.#isOutdated = false;
    const decided = (await this.#client?.decided()) ?? [];
    for (const [key, on] of decided) await setFlag(this.#portal, key, on);
  }
}
