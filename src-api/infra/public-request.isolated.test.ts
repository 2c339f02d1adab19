import { expect, test, vi } from "vitest";
import { postToPublic } from "./public-request.ts";

type Address = { address: string; family: number };
const answers: Address[][] = [];

vi.mock("node:dns", () => ({
  lookup: (_: string, __: object, done: (error: null, found: Address[]) => void) =>
    done(null, answers.shift() ?? []),
}));

const request = { body: "{}", headers: {}, timeoutMs: 5_000 };

test.each([
  ["an address of the network", [{ address: "10.0.0.5", family: 4 }]],
  ["this machine", [{ address: "::1", family: 6 }]],
  ["this machine, mapped into IPv6", [{ address: "::ffff:127.0.0.1", family: 6 }]],
  ["the metadata of a cloud", [{ address: "169.254.169.254", family: 4 }]],
  [
    "one address on the internet and one that is not",
    [
      { address: "93.184.215.14", family: 4 },
      { address: "192.168.0.1", family: 4 },
    ],
  ],
  ["nothing", []],
])("a name that leads to %s is not connected to", async (_, found) => {
  answers.push(found);
  const target = { url: "https://hooks.example/x", allowsLoopback: false };
  expect(await postToPublic(target, request)).toEqual({ failed: "address" });
  expect(answers).toEqual([]);
});
