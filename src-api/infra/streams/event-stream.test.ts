import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createEventStream } from "./event-stream.ts";

test("Events are encoded for EventSource, whatever their data contains", async () => {
  const stream = createEventStream();
  stream.send("patch", { key: "a\nb", value: true });
  stream.keepAlive();
  stream.end();
  expect(await text(stream.body)).toBe('event: patch\ndata: {"key":"a\\nb","value":true}\n\n:\n\n');
});

test("A client that stops reading is disconnected before it uses much memory", async () => {
  const stream = createEventStream();
  const closed = once(stream.body, "close");
  const data = "x".repeat(1000);
  for (let sent = 0; sent < 1000; sent++) stream.send("patch", data);
  await closed;
  expect(stream.body.readableLength).toBeLessThan(100_000);
});

test("Events sent after the end are dropped", async () => {
  const stream = createEventStream();
  stream.send("put", {});
  stream.end();
  stream.send("patch", {});
  stream.keepAlive();
  expect(await text(stream.body)).toBe("event: put\ndata: {}\n\n");
});
