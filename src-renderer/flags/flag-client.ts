import {
  initialize,
  type LDClient,
  type LDContext,
  type LDFlagSet,
  type LDOptions,
} from "launchdarkly-js-client-sdk";
import { backOffMs, jittered } from "#shared/back-off.ts";
import { minuteMs } from "#shared/durations.ts";
import { type Flags, embeddedFlagEnvironment } from "#shared/flags.ts";
import { bootstrapOf } from "./flag-values.ts";

/** An environment of a flag service, and the SDK options for it. */
type FlagSource = { environment: string; options: LDOptions };

const clientId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="launchdarkly-client-id"]')?.content.trim() ??
  "";

/** Returns LaunchDarkly if the page was served with a client-side ID, else the portal's own API. */
function flagSource(): FlagSource {
  const environment = clientId();
  if (environment !== "") return { environment, options: {} };
  // Not `location.origin`: in some engines that of app://portal is "null".
  const base = `${window.location.protocol}//${window.location.host}/api/flags`;
  return { environment: embeddedFlagEnvironment, options: { baseUrl: base, streamUrl: base } };
}

/** Time until a request counts as unanswered: the SDK alone would wait for ever. */
const answerTimeoutMs = 15_000;
/** ms between two requests: after the first failure, at most, and without any flag service. */
const retryAfter = { firstMs: 1_000, maxMs: 30_000, unknown: 10 * minuteMs };

const silent = () => {};
const logger = { debug: silent, info: silent, warn: silent, error: silent };

/** The result of a request; `unknown`: 404, the environment does not exist. */
type Outcome = "answered" | "unknown" | "failed";

const outcomeOf = (error: unknown): Outcome =>
  error instanceof Error && error.name === "LaunchDarklyInvalidEnvironmentIdError"
    ? "unknown"
    : "failed";

const retryPause = (outcome: Outcome, failures: number): number =>
  jittered(outcome === "unknown" ? retryAfter.unknown : backOffMs(retryAfter, failures));

/** Resolves after that many ms, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** Requests the values once. `onLate` is called if they arrive after the timeout; they count then too. */
function requestOnce(
  client: LDClient,
  context: LDContext,
  signal: AbortSignal,
  onLate: () => void,
): Promise<Outcome> {
  let givenUp = false;
  const answer = client.identify(context).then((): Outcome => {
    if (givenUp) onLate();
    return "answered";
  }, outcomeOf);
  const silence = pause(answerTimeoutMs, signal).then((): Outcome => {
    givenUp = true;
    return "failed";
  });
  return Promise.race([answer, silence]);
}

export type FlagClient = {
  /** Requests the values of a context, and retries until there are some or the signal aborts. */
  ask(context: () => LDContext, signal: AbortSignal): Promise<boolean>;
  /** Turns the stream of changes on or off, for the last requested context. */
  stream(on: boolean): void;
  /** Returns the last values of the service, by key. */
  values(): LDFlagSet;
};

/**
 * Creates a client of the LaunchDarkly SDK that logs, stores and reports nothing, here or at
 * LaunchDarkly: the specification has flags read, and no usage reported. It starts with the given
 * values and requests nothing on its own. `changed` is called for every change.
 */
export function createFlagClient(
  context: LDContext,
  lastKnown: Flags,
  changed: () => void,
): FlagClient {
  const { environment, options } = flagSource();
  const client = initialize(environment, context, {
    ...options,
    bootstrap: bootstrapOf(lastKnown),
    streaming: false,
    sendEvents: false,
    diagnosticOptOut: true,
    fetchGoals: false,
    sendLDHeaders: false,
    logger,
  });
  client.on("change", changed);

  return {
    ask: async (wanted, signal) => {
      for (let failures = 0; !signal.aborted; failures += 1) {
        const requested = wanted();
        // The SDK switches to the context that this response belongs to.
        const outcome = await requestOnce(client, requested, signal, () => {
          if (wanted() !== requested) void client.identify(wanted()).catch(silent);
        });
        if (outcome !== "answered") await pause(retryPause(outcome, failures), signal);
        else if (wanted() === requested) return true;
      }
      return false;
    },
    stream: (on) => client.setStreaming(on),
    values: () => client.allFlags(),
  };
}
