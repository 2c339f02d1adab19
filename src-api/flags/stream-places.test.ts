import { expect, test } from "vitest";
import { StreamPlaces } from "./stream-places.ts";

test("One network cannot take all places", () => {
  const places = new StreamPlaces({ altogether: 3, perNetwork: 2 });
  const taken = [places.take("192.0.2.1"), places.take("192.0.2.1")];
  expect(taken).not.toContain(null);
  expect(places.take("192.0.2.1")).toBeNull();
  expect(places.take("192.0.2.2")).not.toBeNull();
  expect(places.take("192.0.2.3")).toBeNull();
});

test("Addresses of one IPv6 network count as one", () => {
  const places = new StreamPlaces({ altogether: 9, perNetwork: 1 });
  expect(places.take("2001:db8::1")).not.toBeNull();
  expect(places.take("2001:db8::2")).toBeNull();
});

test("A place that was left is free, once however often it is left", () => {
  const places = new StreamPlaces({ altogether: 2, perNetwork: 2 });
  const leave = places.take("192.0.2.1");
  expect(places.take("192.0.2.1")).not.toBeNull();
  leave?.();
  leave?.();
  expect(places.take("192.0.2.1")).not.toBeNull();
  expect(places.take("192.0.2.1")).toBeNull();
});
