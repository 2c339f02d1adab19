import { Readable } from "node:stream";

/** Bytes that may wait for a reader; more wait only for one who has stopped reading. */
const mostWaiting = 64 * 1024;

/** A stream of server-sent events to one reader. */
export type EventStream = {
  /** What is sent to the reader. */
  body: Readable;
  /** Sends an event with JSON as its data; nothing after the end. */
  send(event: string, data: unknown): void;
  /** Sends a comment, so that nobody on the way takes the connection for dead. */
  keepAlive(): void;
  end(): void;
};

/** A stream that breaks off when its reader stops reading, rather than hold what he misses. */
export function createEventStream(): EventStream {
  const body = new Readable({ highWaterMark: mostWaiting, read: () => {} });
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
