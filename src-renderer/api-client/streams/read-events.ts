/** An event of a stream: its name, and its data as text. */
export type StreamEvent = { event: string; data: string };

const field = (lines: readonly string[], name: string): string =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";

/** Calls the listener for each event until the stream ends; `received` for every part, comments included. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  listener: (event: StreamEvent) => void,
  received: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    received();
    const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const lines = part.split("\n");
      const event = field(lines, "event");
      if (event !== "") listener({ event, data: field(lines, "data") });
    }
  }
}
