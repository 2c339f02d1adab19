import { afterEach, expect, test, vi } from "vitest";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";

let portal: TestPortal;
afterEach(() => portal.close());

/** Returns the client address that the server assumes for a request. */
async function seenAs(proxies: string[] | null, peer: string, forwardedFor: string) {
  portal = await createTestPortal(proxies ? { trustedProxies: proxies } : {});
  portal.app.get("/seen-as", (request) => ({ ip: request.ip }));
  const headers = { "x-forwarded-for": forwardedFor };
  const response = await portal.app.inject({ url: "/seen-as", remoteAddress: peer, headers });
  return response.json().ip;
}

test.each([
  ["a proxy on this machine, by default", null, "127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["a stranger, by default", null, "198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["a private network, by default", null, "10.0.0.1", "203.0.113.9", "10.0.0.1"],
  ["a proxy of a network", ["10.0.0.0/8"], "10.9.9.9", "203.0.113.9", "203.0.113.9"],
  ["its neighbour", ["10.0.0.0/8"], "11.0.0.1", "203.0.113.9", "11.0.0.1"],
  ["this machine, when others are named", ["10.0.0.1"], "127.0.0.1", "203.0.113.9", "127.0.0.1"],
  ["an IPv6 proxy", ["2001:db8::1"], "2001:db8::1", "203.0.113.9", "203.0.113.9"],
])("X-Forwarded-For of %s counts as it should", async (_, proxies, peer, forwarded, ip) => {
  expect(await seenAs(proxies, peer, forwarded)).toBe(ip);
});

test("The client address is the last one in the chain that is not a trusted proxy, not one that the client wrote", async () => {
  const chain = "192.0.2.66, 203.0.113.9, 10.0.0.2";
  expect(await seenAs(["10.0.0.0/8"], "10.0.0.1", chain)).toBe("203.0.113.9");
});

test("A client cannot evade its limit by sending other addresses", async () => {
  portal = await createTestPortal();
  const statuses = [];
  for (let i = 0; i < 7; i++) {
    const response = await portal.app.inject({
      method: "POST",
      url: "/api/contact",
      remoteAddress: "198.51.100.2",
      headers: { "x-forwarded-for": `203.0.113.${i}` },
      payload: { name: "Ada", email: "dodge@example.com", subject: "Hello", message: "Hello" },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test.each([
  [
    "an untrusted client sends X-Forwarded-For",
    "198.51.100.1",
    "203.0.113.9",
    "TRUSTED_PROXIES and is ignored",
  ],
  ["an address cannot be read", "127.0.0.1", "a-client", "cannot be read"],
])("The log tells once that %s", async (_, remoteAddress, forwarded, message) => {
  portal = await createTestPortal();
  const warn = vi.spyOn(portal.app.log, "warn");
  const headers = { "x-forwarded-for": forwarded };
  for (let i = 0; i < 2; i++)
    await portal.app.inject({ url: "/api/health", remoteAddress, headers });
  expect(warn.mock.calls).toEqual([[expect.stringContaining(message)]]);
});

test("Nothing is logged about a trusted proxy, with or without ports, or about direct requests", async () => {
  portal = await createTestPortal();
  const warn = vi.spyOn(portal.app.log, "warn");
  const remoteAddress = "127.0.0.1";
  for (const forwarded of ["203.0.113.9", "203.0.113.9:5678", "[2001:db8::1]:5678"]) {
    const headers = { "x-forwarded-for": forwarded };
    await portal.app.inject({ url: "/api/health", remoteAddress, headers });
  }
  await portal.app.inject({ url: "/api/health", remoteAddress: "198.51.100.1" });
  expect(warn).not.toHaveBeenCalled();
});
