import {
  initialize,
  type LDClient,
  type LDContext,
  type LDFlagSet,
} from "launchdarkly-js-client-sdk";
import type { Flags } from "../../src-shared/flags.ts";
import { flagSource } from "./flag-source.ts";
import { bootstrapOf } from "./flag-values.ts";
import { pause } from "./pause.ts";

/** ms until an answer counts as missing: the SDK itself would wait for ever. */
const answerTimeout = 15_000;
/**
 * ms until a question is asked again: the first time, at most, and where there is no flag service at
 * all, as with a backend of another make.
 */
const retryAfter = { first: 1_000, longest: 30_000, unknown: 10 * 60_000 };

const silent = () => {};
const logger = { debug: silent, info: silent, warn: silent, error: silent };

/** What becomes of a question; `unknown`: 404, there is no such environment. */
type Outcome = "answered" | "unknown" | "failed";

const outcomeOf = (error: unknown): Outcome =>
  error instanceof Error && error.name === "LaunchDarklyInvalidEnvironmentIdError"
    ? "unknown"
    : "failed";

/** A pause that doubles with every failure; no two windows keep the same, so as not to come at once. */
function retryPause(outcome: Outcome, failures: number): number {
  const doubled = Math.min(retryAfter.first * 2 ** failures, retryAfter.longest);
  return (outcome === "unknown" ? retryAfter.unknown : doubled) * (0.5 + Math.random() / 2);
}

/** Asks once. `late` is called when the answer comes, and is taken, after it was given up. */
function askOnce(
  client: LDClient,
  context: LDContext,
  signal: AbortSignal,
  late: () => void,
): Promise<Outcome> {
  let givenUp = false;
  const answer = client.identify(context).then((): Outcome => {
    if (givenUp) late();
    return "answered";
  }, outcomeOf);
  const silence = pause(answerTimeout, signal).then((): Outcome => {
    givenUp = true;
    return "failed";
  });
  return Promise.race([answer, silence]);
}

export type FlagClient = {
  /** Asks for the values of a context, again and again until there are some or the signal aborts. */
  ask(context: () => LDContext, signal: AbortSignal): Promise<boolean>;
  /** Whether changes are to be heard as they happen, of the context last asked for. */
  stream(on: boolean): void;
  /** The values that the service last told, by key. */
  values(): LDFlagSet;
};

/**
 * The LaunchDarkly SDK, told to be quiet: nothing is logged, stored or counted, here or at
 * LaunchDarkly (the specification has flags read, and nobody's use of them reported). It begins with
 * the given values and asks nothing by itself. `changed` is called for each change it hears of.
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
        const asked = wanted();
        // Such an answer sets the SDK back to whom it is for.
        const outcome = await askOnce(client, asked, signal, () => {
          if (wanted() !== asked) void client.identify(wanted()).catch(silent);
        });
        if (outcome !== "answered") await pause(retryPause(outcome, failures), signal);
        else if (wanted() === asked) return true;
      }
      return false;
    },
    stream: (on) => client.setStreaming(on),
    values: () => client.allFlags(),
  };
}
