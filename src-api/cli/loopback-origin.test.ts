import { expect, it } from "vitest";
import { loopbackOrigin } from "./loopback-origin.ts";

it.each([
  ["http://0.0.0.0:4000", "http://127.0.0.1:4000"],
  ["http://[::]:4000", "http://[::1]:4000"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["http://192.168.1.5:4000", "http://192.168.1.5:4000"],
])("the app calls %s as %s; it breaks if it calls every address at once", (listens, called) => {
  expect(loopbackOrigin(listens)).toBe(called);
});
