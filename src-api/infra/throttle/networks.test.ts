import { expect, test } from "vitest";
import { networksOf } from "./networks.ts";

test.each([
  ["192.0.2.77", ["192.0.2.77/32", "192.0.2.0/24"]],
  ["::ffff:192.0.2.77", ["192.0.2.77/32", "192.0.2.0/24"]],
  ["::ffff:c000:24d", ["192.0.2.77/32", "192.0.2.0/24"]],
  ["2001:db8:1:2ff:aaaa::1", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["2001:DB8:1:2FF::ffff", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["fe80::1%eth0", ["fe80::/64", "fe80::/56", "fe80::/48"]],
  ["192.0.2.77:5678", ["192.0.2.77/32", "192.0.2.0/24"]],
  ["[2001:db8:1:2ff::1]:443", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["[2001:db8:1:2ff::1]", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["[::ffff:192.0.2.77]:1", ["192.0.2.77/32", "192.0.2.0/24"]],
  ["::1", ["::/64", "::/56", "::/48"]],
])("%s belongs to its networks", (ip, networks) => {
  expect(networksOf(ip)).toEqual(networks);
});

test("Texts that are not addresses count as one network, so varying them does not evade limits", () => {
  expect(networksOf("hello")).toEqual(networksOf("10.0.0.1, evil"));
});
