/** Returns the first event in a text of server-sent events, and the rest; skips comments. */
function extractEvent(text: string) {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const lines = text.slice(0, end).split("\n");
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const event = field("event");
  return { event: event && { type: event, data: field("data") ?? "" }, rest: text.slice(end + 2) };
}

/** Yields the events of a stream until it ends. */
export async function* readEvents(response: Response) {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    // an event stream has a body
    text += chunk;
    for (let first = extractEvent(text); first; first = extractEvent(text)) {
      text = first.rest;
      if (first.event) yield first.event;
    }
  }
}

export type OpenStream = Awaited<ReturnType<typeof openStream>>;

/** Opens a stream of events. */
export async function openStream(url: string, headers: Record<string, string> = {}) {
  const closing = new AbortController();
  const response = await fetch(url, { headers, signal: closing.signal });
  const events = response.ok ? readEvents(response) : null;
  return {
    status: response.status,
    headers: response.headers,
    /** Returns the next event with its data parsed; null at the end of the stream. */
    next: async () => {
      const { value } = (await events?.next()) ?? {};
      return value ? { event: value.type, data: JSON.parse(value.data) } : null;
    },
    close: () => closing.abort(),
  };
}
