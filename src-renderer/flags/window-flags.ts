import type { LDFlagSet } from "launchdarkly-js-client-sdk";
import { openFlagChannel } from "./flag-channel.ts";
import { keepFlags, useFlags } from "./flag-store.ts";
import { readFlags } from "./flag-values.ts";

/**
 * Applies flag values from the sources of this window: its requests, its stream, and messages of the
 * streaming window. Only the streaming window sends and stores values, so that a late answer of
 * another window cannot replace newer ones.
 */
export function createWindowFlags() {
  let streaming = false;
  /** Where the current values come from, since the last request of this window. */
  let latest: "before" | "answer" | "message" = "before";
  const sendToOthers = openFlagChannel((flags) => {
    if (streaming) return;
    latest = "message";
    useFlags.setState(flags);
  });
  const apply = (values: LDFlagSet) => {
    const flags = readFlags(values, useFlags.getState());
    useFlags.setState(flags);
    if (!streaming) return;
    keepFlags(flags);
    sendToOthers(flags);
  };
  return {
    /** Marks the start of a request: messages that arrive from now on are newer than its answer. */
    asked: () => void (latest = "before"),
    answered: (values: LDFlagSet) => {
      if (latest === "message" && !streaming) return;
      latest = "answer";
      apply(values);
    },
    /** Returns whether the current values come from the last answer. */
    areAnswered: () => latest === "answer",
    /** Applies values that may have arrived by the stream. */
    changed: (values: LDFlagSet) => {
      if (streaming) apply(values);
    },
    setStreaming: (on: boolean) => void (streaming = on),
  };
}
