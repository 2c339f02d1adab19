import { embeddedFlagEnvironment } from "#shared/flags.ts";
import { openStream, type OpenStream } from "#api/testing/event-stream.ts";

/** Encodes a context as the SDK does in addresses. */
export const encoded = (context: unknown): string =>
  Buffer.from(JSON.stringify(context)).toString("base64url");

const anonymous = encoded({ kind: "user", key: "visitor-1", anonymous: true });

/** Paths of the protocol, below the API. */
export const paths = {
  all: `/flags/sdk/evalx/${embeddedFlagEnvironment}/contexts/${anonymous}`,
  stream: `/flags/eval/${embeddedFlagEnvironment}/${anonymous}`,
};

export type FlagStream = OpenStream;

/** Opens the stream of flags of a server. */
export const openFlagStream = (
  origin: string,
  headers: Record<string, string> = {},
): Promise<FlagStream> => openStream(`${origin}/api${paths.stream}`, headers);
