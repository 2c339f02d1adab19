import { describe, expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { signEverybodyIn, type Person } from "#api/testing/people.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());
const headersOf = await signEverybodyIn(portal);

const announcement = { titleEn: "x", bodyEn: "x", titlePl: "", bodyPl: "" };

describe("access", () => {
  test.each(["visitor", "dead session"] as const)(
    "that needs a session is refused to a %s before the body is read",
    async (person) => {
      const headers = { ...headersOf[person], "content-type": "application/json" };
      for (const url of ["/api/checkout", "/api/announcements"]) {
        const answer = await portal.app.inject({ method: "POST", url, headers, payload: "{" });
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 401, "unauthorized"]);
      }
    },
  );

  test("of admins is refused to members and granted to admins", async () => {
    const write = (person: Person) =>
      call(portal, "POST", "/announcements", { body: announcement, headers: headersOf[person] });
    expect(await write("member")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await write("admin")).status).toBe(201);
  });
});

describe("logging out", () => {
  const bodies: [string, Record<string, string>, string?][] = [
    ["none", {}],
    ["none, of type JSON", { "content-type": "application/json" }],
    ["an empty one of type JSON", { "content-type": "application/json" }, ""],
    ["malformed JSON", { "content-type": "application/json" }, "{"],
    ["a large one", { "content-type": "application/json" }, "1".repeat(400_000)],
    ["a text", { "content-type": "text/plain" }, "x"],
    ["one without a type", {}, "x"],
    ["one of an unknown type", { "content-type": "application/x-unknown" }, "x"],
    ["one of a type that is none", { "content-type": ";;;" }, "x"],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "a=1"],
    ["form data", { "content-type": "multipart/form-data; boundary=x" }, "--x--"],
  ];

  test.each(bodies)("is 204 with this body: %s", async (_, headers, payload) => {
    const answer = await portal.app.inject({
      method: "POST",
      url: "/api/logout",
      headers: { ...headersOf["dead session"], ...headers },
      ...(payload !== undefined && { payload }),
    });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  });

  test("ends the session, whatever the body", async () => {
    const headers = { ...headersOf.judge, "content-type": "application/json" };
    await portal.app.inject({ method: "POST", url: "/api/logout", headers, payload: "{" });
    expect((await call(portal, "GET", "/me", { headers: headersOf.judge })).status).toBe(401);
  });
});
