import { describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { throttleRecipient } from "./throttle.ts";

const portal = await forFile(createTestPortal());

const waitOf = (retryAfter: number) => ({ code: "too-many-requests", details: { retryAfter } });

describe("mails to one recipient", () => {
  let calls = 0;
  const anywhere = () => `100.${100 + Math.floor(calls / 250)}.${calls++ % 250}.1`;
  const mail = (email: string, ip = anywhere()) => throttleRecipient(portal.portal, email, ip);

  test("are limited to five in any hour, however the address is written", async () => {
    await mail("Many@Example.com");
    portal.advance(50 * minuteMs);
    for (let i = 0; i < 4; i++) await mail(" many@example.com");
    await expect(mail("many@example.com")).rejects.toMatchObject(waitOf(10 * 60));
    portal.advance(10 * minuteMs);
    await mail("MANY@example.com");
    await expect(mail("many@example.com")).rejects.toMatchObject(waitOf(50 * 60));
    portal.advance(50 * minuteMs - 1);
    await expect(mail("many@example.com")).rejects.toMatchObject(waitOf(1));
    portal.advance(1);
    await mail("many@example.com");
  });

  test("are limited to five in a burst, which does not affect other recipients", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => mail("b@x.test")));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await mail("c@x.test");
  });

  test.each([
    ["a tag", ["t@x.test", "t+1@x.test", "t+a+b@x.test", "T+2@X.test", "t+@x.test"], "t+3@x.test"],
    [
      "dots at Gmail",
      [
        "dot@gmail.com",
        "d.ot@gmail.com",
        "d.o.t+x@googlemail.com",
        "dot@googlemail.com",
        "do.t@gmail.com",
      ],
      "d.o.t@gmail.com",
    ],
  ])("are five to a mailbox, whatever its spelling: %s", async (_, spellings, another) => {
    for (const spelling of spellings) await mail(spelling);
    await expect(mail(another)).rejects.toMatchObject({ code: "too-many-requests" });
  });

  test.each([
    ["dots elsewhere", "a.b@x.test", "ab@x.test"],
    ["a name that is a tag", "+a@x.test", "+b@x.test"],
  ])("go to different mailboxes in spite of %s", async (_, one, other) => {
    for (let i = 0; i < 5; i++) await mail(one);
    await mail(other);
    await expect(mail(one)).rejects.toMatchObject({ code: "too-many-requests" });
  });

  test.each([
    ["an IPv4 /24", (i: number) => `198.18.7.${i}`],
    ["an IPv6 /48", (i: number) => `2001:db8:70:${i}::1`],
  ])("are at most four on account of %s, which leaves one for others", async (network, ipOf) => {
    const email = `${network.replace(/\W/g, "")}@x.test`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, i) => mail(email, ipOf(i))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    await expect(mail(email, ipOf(1))).rejects.toMatchObject(waitOf(60 * 60));
    await mail(email);
    await expect(mail(email)).rejects.toMatchObject(waitOf(60 * 60));
  });

  test("that are refused do not use up the network's share", async () => {
    const home = "198.18.8.1";
    for (let i = 0; i < 5; i++) await mail("full@x.test");
    portal.advance(59 * minuteMs);
    for (let i = 0; i < 4; i++) {
      await expect(mail("full@x.test", home)).rejects.toMatchObject(waitOf(60));
    }
    portal.advance(minuteMs);
    for (let i = 0; i < 4; i++) await mail("full@x.test", home);
    await expect(mail("full@x.test", home)).rejects.toMatchObject(waitOf(60 * 60));
  });
});
