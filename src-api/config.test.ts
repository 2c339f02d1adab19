import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("TRUSTED_PROXIES", () => {
  test.each([
    [undefined, ["loopback"]],
    ["", ["loopback"]],
    ["10.1.2.3", ["10.1.2.3"]],
    [" loopback, 10.0.0.0/8 ,2001:db8::/32,", ["loopback", "10.0.0.0/8", "2001:db8::/32"]],
  ])("%j is read", (text, proxies) => {
    expect(readConfig({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(proxies);
  });

  test.each(["proxy.example.com", "10.0.0.0/33", "loopback;10.0.0.1", "*", "true"])(
    "%j is refused with a sentence that names the variable",
    (text) => {
      expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(ConfigError);
      expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(
        "The environment variable TRUSTED_PROXIES has to be a list of addresses or networks such as loopback, 10.0.0.0/8.",
      );
    },
  );
});

test("SMTP_ALLOW_PLAINTEXT is a list of hosts, whose letter case does not matter", () => {
  expect(readConfig({}).smtpPlaintextHosts).toEqual([]);
  expect(readConfig({ SMTP_ALLOW_PLAINTEXT: "Mail.Internal, relay" }).smtpPlaintextHosts).toEqual([
    "mail.internal",
    "relay",
  ]);
});
