import { Readable } from "node:stream";

/** Per client; more means that it has stopped reading. */
const maxBufferedBytes = 64 * 1024;

export type EventStream = {
  body: Readable;
  /** Sends an event with JSON as its data; does nothing after the end. */
  send(event: string, data: unknown): void;
  /** Sends a comment, so that proxies do not close the connection as idle. */
  keepAlive(): void;
  end(): void;
};

/** Creates a stream that ends when its client stops reading, instead of buffering the events. */
export function createEventStream(): EventStream {
  const body = new Readable({ highWaterMark: maxBufferedBytes, read: () => {} });
  let ended = false;
  const write = (text: string) => {
    if (!ended && !body.destroyed && !body.push(text)) body.destroy();
  };
  return {
    body,
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    keepAlive: () => write(":\n\n"),
    end: () => {
      ended = true;
      body.push(null);
    },
  };
}
