import { embeddedFlagEnvironment } from "../../../../src-shared/flags.ts";

/** A context as the SDK writes it into an address. */
export const encoded = (context: unknown): string =>
  Buffer.from(JSON.stringify(context)).toString("base64url");

export const anonymous = encoded({ kind: "user", key: "visitor-1", anonymous: true });

/** Paths of the protocol, below the API. */
export const paths = {
  all: `/flags/sdk/evalx/${embeddedFlagEnvironment}/contexts/${anonymous}`,
  stream: `/flags/eval/${embeddedFlagEnvironment}/${anonymous}`,
};

/** The first event in a text of server-sent events, and what stands after it; comments are left out. */
function takeEvent(text: string) {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const lines = text.slice(0, end).split("\n");
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const event = field("event");
  return { event: event && { type: event, data: field("data") ?? "" }, rest: text.slice(end + 2) };
}

/** The events of a stream in their order, until it ends. */
export async function* readEvents(response: Response) {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    // it has one
    text += chunk;
    for (let taken = takeEvent(text); taken; taken = takeEvent(text)) {
      text = taken.rest;
      if (taken.event) yield taken.event;
    }
  }
}

export type FlagStream = Awaited<ReturnType<typeof openFlagStream>>;

/** Opens the stream of flags of a server. */
export async function openFlagStream(origin: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api${paths.stream}`, {
    headers,
    signal: leaving.signal,
  });
  const events = response.ok ? readEvents(response) : null;
  return {
    status: response.status,
    headers: response.headers,
    /** The next event with its data parsed; null at the end of the stream. */
    next: async () => {
      const { value } = (await events?.next()) ?? {};
      return value ? { event: value.type, data: JSON.parse(value.data) } : null;
    },
    leave: () => leaving.abort(),
  };
}
