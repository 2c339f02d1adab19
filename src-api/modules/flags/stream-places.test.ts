import { describe, expect, test } from "vitest";
import { StreamPlaces } from "./stream-places.ts";

/** Places, and who had to give one up, in that order. */
function start(limits: { altogether: number; perNetwork: number }) {
  const places = new StreamPlaces(limits);
  const ended: string[] = [];
  const take = (ip: string, user = "visitor") =>
    places.take(ip, user, () => ended.push(`${user} at ${ip}`));
  const takeMany = (count: number, ip: string, user?: string) =>
    Array.from({ length: count }, () => take(ip, user)).filter(Boolean).length;
  return { take, takeMany, ended };
}

describe("while there is room", () => {
  test("one network cannot take all places", () => {
    const { takeMany, ended } = start({ altogether: 9, perNetwork: 2 });
    expect(takeMany(5, "192.0.2.1")).toBe(2);
    expect(takeMany(5, "198.51.100.1")).toBe(2);
    expect(ended).toEqual([]);
  });

  test("addresses of one IPv6 network count as one", () => {
    const { take } = start({ altogether: 9, perNetwork: 1 });
    expect(take("2001:db8::1")).not.toBeNull();
    expect(take("2001:db8::2")).toBeNull();
  });

  test("a place that was left is free, once however often it is left", () => {
    const { take } = start({ altogether: 2, perNetwork: 2 });
    const leave = take("192.0.2.1");
    expect(take("192.0.2.1")).not.toBeNull();
    leave?.();
    leave?.();
    expect(take("192.0.2.1")).not.toBeNull();
    expect(take("192.0.2.1")).toBeNull();
  });
});

describe("when all places are taken", () => {
  test("a network with many gives them up to networks with fewer, until they have as many", () => {
    const { take, takeMany, ended } = start({ altogether: 6, perNetwork: 6 });
    expect(takeMany(6, "192.0.2.1")).toBe(6);
    expect(takeMany(9, "198.51.100.1")).toBe(3);
    expect(ended).toEqual(Array(3).fill("visitor at 192.0.2.1"));
    expect(take("192.0.2.1")).toBeNull();
    expect(take("203.0.113.1")).not.toBeNull();
    expect(takeMany(9, "203.0.113.1")).toBe(1);
  });

  test("a flood from many addresses of one network counts as one network", () => {
    const { takeMany, ended } = start({ altogether: 8, perNetwork: 8 });
    takeMany(2, "192.0.2.1");
    for (let i = 0; i < 20; i++) takeMany(1, `2001:db8:0:${i.toString(16)}::1`);
    expect(takeMany(5, "203.0.113.1")).toBe(3);
    expect(ended.filter((place) => !place.includes("2001:db8"))).toEqual([]);
  });

  test("the oldest stream ends first", () => {
    const { take, ended } = start({ altogether: 3, perNetwork: 3 });
    for (const user of ["first", "second", "third"]) take("192.0.2.1", user);
    take("203.0.113.1");
    take("203.0.113.2");
    expect(ended[0]).toBe("first at 192.0.2.1");
  });

  test("a user with many gives one up to another user of the same network", () => {
    const { take, takeMany, ended } = start({ altogether: 4, perNetwork: 9 });
    takeMany(4, "192.0.2.1", "greedy");
    expect(take("192.0.2.1", "modest")).not.toBeNull();
    expect(ended).toEqual(["greedy at 192.0.2.1"]);
    expect(take("192.0.2.1", "greedy")).toBeNull();
  });

  test("a place that was given up is not freed a second time by the stream that ended", () => {
    const { take, takeMany } = start({ altogether: 2, perNetwork: 2 });
    const leave = take("192.0.2.1");
    takeMany(1, "192.0.2.1");
    expect(take("203.0.113.1")).not.toBeNull();
    leave?.();
    expect(take("203.0.113.1")).toBeNull();
  });
});
