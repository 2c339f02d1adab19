import { describe, expect, test } from "vitest";
import { StreamPlaces } from "./stream-places.ts";

/** Creates stream places, and records whose streams are ended, in order. */
function start(limits: { altogether: number; perNetwork: number }) {
  const places = new StreamPlaces(limits);
  const ended: string[] = [];
  const reserve = (ip: string, user = "visitor") =>
    places.reserve(ip, user, () => ended.push(`${user} at ${ip}`));
  const reserveMany = (count: number, ip: string, user?: string) =>
    Array.from({ length: count }, () => reserve(ip, user)).filter(Boolean).length;
  return { reserve, reserveMany, ended };
}

describe("below the limit", () => {
  test("one network cannot use all places", () => {
    const { reserveMany, ended } = start({ altogether: 9, perNetwork: 2 });
    expect(reserveMany(5, "192.0.2.1")).toBe(2);
    expect(reserveMany(5, "198.51.100.1")).toBe(2);
    expect(ended).toEqual([]);
  });

  test("addresses of one IPv6 network count as one", () => {
    const { reserve } = start({ altogether: 9, perNetwork: 1 });
    expect(reserve("2001:db8::1")).not.toBeNull();
    expect(reserve("2001:db8::2")).toBeNull();
  });

  test("a released place is free again, only once even if released several times", () => {
    const { reserve } = start({ altogether: 2, perNetwork: 2 });
    const release = reserve("192.0.2.1");
    expect(reserve("192.0.2.1")).not.toBeNull();
    release?.();
    release?.();
    expect(reserve("192.0.2.1")).not.toBeNull();
    expect(reserve("192.0.2.1")).toBeNull();
  });
});

describe("at the limit", () => {
  test("networks with few streams displace those of a network with many, until they have as many", () => {
    const { reserve, reserveMany, ended } = start({ altogether: 6, perNetwork: 6 });
    expect(reserveMany(6, "192.0.2.1")).toBe(6);
    expect(reserveMany(9, "198.51.100.1")).toBe(3);
    expect(ended).toEqual(Array(3).fill("visitor at 192.0.2.1"));
    expect(reserve("192.0.2.1")).toBeNull();
    expect(reserve("203.0.113.1")).not.toBeNull();
    expect(reserveMany(9, "203.0.113.1")).toBe(1);
  });

  test("a flood from many addresses of one network counts as one network", () => {
    const { reserveMany, ended } = start({ altogether: 8, perNetwork: 8 });
    reserveMany(2, "192.0.2.1");
    for (let i = 0; i < 20; i++) reserveMany(1, `2001:db8:0:${i.toString(16)}::1`);
    expect(reserveMany(5, "203.0.113.1")).toBe(3);
    expect(ended.filter((place) => !place.includes("2001:db8"))).toEqual([]);
  });

  test("the oldest stream ends first", () => {
    const { reserve, ended } = start({ altogether: 3, perNetwork: 3 });
    for (const user of ["first", "second", "third"]) reserve("192.0.2.1", user);
    reserve("203.0.113.1");
    reserve("203.0.113.2");
    expect(ended[0]).toBe("first at 192.0.2.1");
  });

  test("a user's stream displaces one of a user with more in the same network", () => {
    const { reserve, reserveMany, ended } = start({ altogether: 4, perNetwork: 9 });
    reserveMany(4, "192.0.2.1", "greedy");
    expect(reserve("192.0.2.1", "modest")).not.toBeNull();
    expect(ended).toEqual(["greedy at 192.0.2.1"]);
    expect(reserve("192.0.2.1", "greedy")).toBeNull();
  });

  test("a displaced stream does not release its place a second time", () => {
    const { reserve, reserveMany } = start({ altogether: 2, perNetwork: 2 });
    const release = reserve("192.0.2.1");
    reserveMany(1, "192.0.2.1");
    expect(reserve("203.0.113.1")).not.toBeNull();
    release?.();
    expect(reserve("203.0.113.1")).toBeNull();
  });
});
