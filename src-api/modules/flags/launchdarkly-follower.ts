import { setTimeout as pause } from "node:timers/promises";
import type { LDClient, LDLogger, LDOptions } from "@launchdarkly/node-server-sdk";
import type { LaunchDarklySettings } from "#api/infra/launchdarkly-settings.ts";
import type { Logger } from "#api/infra/services.ts";
import { retryUntilDone } from "#api/infra/retry-until-done.ts";
import type { Portal } from "#api/portal.ts";
import { flagKeys, type FlagKey } from "#shared/flags.ts";
import { setFlag } from "./flag-store.ts";

/** The one context of every evaluation: it names nobody, so LaunchDarkly's events contain nothing about visitors. */
const context = { kind: "service", key: "portal-api", anonymous: true } as const;

/** Ms that closing waits for counts of evaluations to be sent. */
const flushTimeoutMs = 500;

/** Flags that LaunchDarkly has decided about, by key. */
type DecidedFlags = ReadonlyMap<FlagKey, boolean>;

const text = (parts: unknown[]) => parts.map(String).join(" ");

/** Passes on what the SDK reports. Its notes on usual work, such as opened streams, are for debugging. */
const sdkLogger = (log: Logger): LDLogger => ({
  error: (...parts) => log.warn(`LaunchDarkly: ${text(parts)}`),
  warn: (...parts) => log.warn(`LaunchDarkly: ${text(parts)}`),
  info: (...parts) => log.debug(`LaunchDarkly: ${text(parts)}`),
  debug: () => {},
});

const optionsOf = (
  { baseUri, streamUri, eventsUri, streaming }: LaunchDarklySettings,
  log: Logger,
): LDOptions => ({
  ...(baseUri && { baseUri }),
  ...(streamUri && { streamUri }),
  ...(eventsUri && { eventsUri }),
  stream: streaming,
  diagnosticOptOut: true,
  logger: sdkLogger(log),
});

class LaunchDarklyClient {
  readonly #client: LDClient;
  readonly #log: Logger;

  private constructor(client: LDClient, log: Logger) {
    this.#client = client;
    this.#log = log;
  }

  /**
   * Loads the SDK, which takes part in the start only where it is used, and lets it connect.
   *
   * @param changed called when a flag may have changed, also with the first values
   */
  static async open(
    settings: LaunchDarklySettings,
    log: Logger,
    changed: () => void,
  ): Promise<LaunchDarklyClient> {
    const { init } = await import("@launchdarkly/node-server-sdk");
    const client = init(settings.sdkKey, optionsOf(settings, log));
    client.on("ready", changed);
    client.on("update", changed);
    // The SDK's logger has reported it; without a listener an error event would end the process.
    client.on("error", () => {});
    return new LaunchDarklyClient(client, log);
  }

  /** Resolves to whether LaunchDarkly has sent its flags within some seconds. */
  async isReadyWithin(seconds: number): Promise<boolean> {
    const ready = this.#client.waitForInitialization({ timeout: seconds });
    return ready.then(
      () => true,
      () => false,
    );
  }

  /** Returns the flag values of LaunchDarkly. A flag that it lacks is off; one without a boolean is left out. */
  async decided(): Promise<DecidedFlags> {
    const decided = new Map<FlagKey, boolean>();
    if (!this.#client.initialized()) return decided;
    for (const key of Object.values(flagKeys)) {
      const { value, reason } = await this.#client.variationDetail(key, context, false);
      const isMissing = reason.errorKind === "FLAG_NOT_FOUND";
      if (typeof value === "boolean" && (reason.kind !== "ERROR" || isMissing)) {
        decided.set(key, value);
      } else {
        this.#log.warn(`LaunchDarkly's value of ${key} is neither true nor false, it is ignored`);
      }
    }
    return decided;
  }

  /** Sends the counts of evaluations that it still has, but does not wait for long, and disconnects. */
  async close(): Promise<void> {
    const sent = this.#client.flush().catch(() => {}); // they are for LaunchDarkly's statistics only
    await Promise.race([sent, pause(flushTimeoutMs, undefined, { ref: false })]);
    this.#client.close();
  }
}

/** Seconds after which the log says that LaunchDarkly has not answered; it is tried further. */
const readyTimeoutSeconds = 10;

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
    if (await client.isReadyWithin(readyTimeoutSeconds)) return;
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
    return retryUntilDone(() => this.#storeOnce(), {
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
