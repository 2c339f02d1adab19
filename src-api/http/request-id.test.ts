import { expect, test, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { claimedUser, goodPassword, logIn, register } from "#api/testing/account-requests.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const lines: string[] = [];
const portal = await forFile(
  createTestPortal({ logLevel: "debug" }, { logTo: { write: (l) => void lines.push(l) } }),
);

const form = /^[\da-f]{8}-[\da-f]{4}$/;

test("Every answer names its request as the log does, whatever the client sends", async () => {
  const ids: string[] = [];
  for (const url of ["/api/announcements", "/api/unknown", "/api/me", "/%E0%A4%A", "/api/health"]) {
    const response = await portal.app.inject({
      url,
      headers: { "x-request-id": "chosen-by-client" },
    });
    const id = String(response.headers["x-request-id"]);
    expect(id, url).toMatch(form);
    ids.push(id);
  }
  expect(new Set(ids).size).toBe(ids.length);
  const logged = lines.map((line) => (JSON.parse(line) as { reqId?: string }).reqId);
  expect(logged).toEqual(expect.arrayContaining(ids.slice(0, 3)));
});

test("The desktop app may read the identifier", async () => {
  const { headers } = await portal.app.inject({
    url: "/api/me",
    headers: { origin: "app://portal" },
  });
  expect(headers["access-control-expose-headers"]).toContain("x-request-id");
});

test("A failure is logged under the identifier of its answer", async () => {
  vi.spyOn(portal.portal.database, "select").mockImplementation(() => {
    throw new Error("the disk is full");
  });
  const response = await logIn(portal, "ada@example.com");
  vi.restoreAllMocks();
  expect(response.status).toBe(500);
  const failed = lines.find((line) => line.includes("the disk is full")) ?? "{}";
  expect(JSON.parse(failed)).toMatchObject({ reqId: response.headers["x-request-id"] });
});

test("The log contains no personal data of those who register, log in, write, or fail to", async () => {
  lines.length = 0;
  const person = { email: "ada.lovelace@example.com", name: "Ada Lovelace", ip: "203.0.113.77" };
  await claimedUser(portal, person.email);
  const { token } = (await logIn(portal, person.email)).body;
  await logIn(portal, person.email, "not the password");
  await register(portal, "grace.hopper@example.com");
  const requests = [
    { method: "GET", url: "/api/me" },
    { method: "GET", url: `/api/reset-password/${"t".repeat(43)}` },
    { method: "GET", url: `/about?email=${person.email}` },
    {
      method: "POST",
      url: "/api/contact",
      payload: { ...person, subject: "My secret subject", message: "My secret message" },
    },
    { method: "POST", url: "/api/forgot-password", payload: { email: person.email } },
    { method: "POST", url: "/api/login", payload: { email: [person.email] } },
  ] as const;
  for (const request of requests) {
    await portal.app.inject({
      ...request,
      remoteAddress: person.ip,
      headers: { authorization: `Bearer ${token}`, "user-agent": "Ada’s phone" },
    });
  }
  // A failing query, whose message would repeat its parameters.
  vi.spyOn(portal.portal.database, "transaction").mockRejectedValueOnce(new Error("down"));
  await register(portal, person.email);
  await portal.runDueJobs();
  const log = lines.join("");
  expect(log).toContain("203.0.113.0/24");
  const secrets = [person.email, "ada.lovelace", "grace.hopper", "Lovelace", goodPassword, token];
  for (const secret of [...secrets, "secret subject", "secret message", "Ada’s phone", person.ip]) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/t{43}/);
});
