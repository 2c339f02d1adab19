import type { LDFlagSet } from "launchdarkly-js-client-sdk";
import { openFlagChannel } from "./flag-channel.ts";
import { keepFlags, useFlags } from "./flag-store.ts";
import { readFlags } from "./flag-values.ts";

/**
 * The flags as this window learns of them: by its own questions, by its stream, or from the window
 * that streams. Only who streams tells others and keeps the values, so that nobody's late answer
 * takes the place of something newer.
 */
export function createWindowFlags() {
  let streaming = false;
  /** Where the values in force come from, since this window last asked. */
  let latest: "before" | "answer" | "told" = "before";
  const tell = openFlagChannel((flags) => {
    if (streaming) return;
    latest = "told";
    useFlags.setState(flags);
  });
  const take = (values: LDFlagSet) => {
    const flags = readFlags(values, useFlags.getState());
    useFlags.setState(flags);
    if (!streaming) return;
    keepFlags(flags);
    tell(flags);
  };
  return {
    /** The window asks for the values: what it is told from now on is newer than the answer. */
    asked: () => void (latest = "before"),
    answered: (values: LDFlagSet) => {
      if (latest === "told" && !streaming) return;
      latest = "answer";
      take(values);
    },
    /** Whether the values in force are those of the last answer. */
    areAnswered: () => latest === "answer",
    /** Values came by the stream, or may have. */
    changed: (values: LDFlagSet) => {
      if (streaming) take(values);
    },
    setStreaming: (on: boolean) => void (streaming = on),
  };
}
