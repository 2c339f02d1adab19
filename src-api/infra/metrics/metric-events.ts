import { channel, type Channel } from "node:diagnostics_channel";

/** What is reported where it happens, and counted if metrics are configured. */
export type MetricEvents = {
  /** What became of a mail; `failed` ones are tried again. */
  mail: "sent" | "failed";
  /** Outcome of a charge of a card on file; `unknown`: the provider did not answer. */
  charge: "succeeded" | "processing" | "requires_action" | "failed" | "unknown";
  /** A stream of events was opened, or has ended. */
  stream: 1 | -1;
  /** The directive of a Content-Security-Policy that a browser reported as violated; there are few. */
  violation: string;
};

const channels: { [Name in keyof MetricEvents]: Channel } = {
  mail: channel("portal:mail"),
  charge: channel("portal:charge"),
  stream: channel("portal:stream"),
  violation: channel("portal:violation"),
};

/** Reports something that happened; does nothing if nobody counts it. */
export const emitMetric = <Name extends keyof MetricEvents>(
  name: Name,
  value: MetricEvents[Name],
): void => channels[name].publish(value);

/** Calls a listener for everything of a name that is reported. Returns the unsubscribe. */
export function onMetric<Name extends keyof MetricEvents>(
  name: Name,
  listener: (value: MetricEvents[Name]) => void,
): () => void {
  const receive = (value: unknown) => listener(value as MetricEvents[Name]); // the channel has this name only
  channels[name].subscribe(receive);
  return () => {
    channels[name].unsubscribe(receive);
  };
}

/** Reports what becomes of a mail. */
export async function measureMail(sending: Promise<void>): Promise<void> {
  try {
    await sending;
    emitMetric("mail", "sent");
  } catch (error) {
    emitMetric("mail", "failed");
    throw error;
  }
}
