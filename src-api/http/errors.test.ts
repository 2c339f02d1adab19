import { describe, expect, test, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { signEverybodyIn } from "#api/testing/people.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());
portal.app.get("/too-often/:seconds", (request) => {
  const { seconds } = request.params as { seconds: string }; // the route has this parameter
  throw new ApiError("too-many-requests", { retryAfter: Number(seconds) });
});
portal.app.get("/away/:cause", (request) => {
  const { cause } = request.params as { cause: string }; // the route has this parameter
  const reason = cause.includes(" ")
    ? new Error(cause)
    : Object.assign(new Error(""), { code: cause });
  throw new Error("Failed query", { cause: new AggregateError([reason]) });
});
const headersOf = await signEverybodyIn(portal);

const required = { en: "Field is required", pl: "To pole jest wymagane" };

test.each(["ECONNREFUSED", "57P01", "08006", "53300", "Connection terminated unexpectedly"])(
  "a database that is away is said with the time to wait: %s",
  async (cause) => {
    const answer = await portal.app.inject(`/away/${cause.replaceAll(" ", "%20")}`);
    expect([answer.statusCode, answer.json().code]).toEqual([503, "unavailable"]);
    expect(answer.headers["retry-after"]).toBe("10");
  },
);

test("another failure of the database is one of the portal", async () => {
  const answer = await portal.app.inject("/away/23505");
  expect([answer.statusCode, answer.json().code]).toEqual([500, "unexpected"]);
});

describe("a field that is missing or null", () => {
  test.each(["en", "pl"] as const)(
    "is reported as required, in the language of the request (%s)",
    async (language) => {
      const headers = { "accept-language": language };
      const contact = { name: null, subject: "x", message: "x" };
      const { status, body } = await call(portal, "POST", "/contact", { body: contact, headers });
      expect([status, body.code]).toEqual([400, "validation"]);
      expect(body.fields).toEqual({ name: required[language], email: required[language] });
    },
  );

  test("is reported in the order of the form", async () => {
    const { body } = await call(portal, "POST", "/contact", { body: {} });
    expect(Object.keys(body.fields)).toEqual(["name", "email", "subject", "message"]);
  });

  test("inside a list is reported by its path", async () => {
    const items = [{ sku: "x", quantity: 1 }, { sku: null }];
    const { body } = await call(portal, "POST", "/quote", { body: { items } });
    expect(body.fields).toEqual({
      "items.1.sku": required.en,
      "items.1.quantity": required.en,
    });
  });

  test.each(["null", undefined])(
    "is reported when there is no body at all (%s)",
    async (payload) => {
      const answer = await portal.app.inject({
        method: "POST",
        url: "/api/login",
        ...(payload && { payload, headers: { "content-type": "application/json" } }),
      });
      expect(answer.json().fields).toEqual({ email: required.en, password: required.en });
    },
  );

  test("is distinguished from one of the wrong type", async () => {
    const { body } = await call(portal, "POST", "/login", { body: { email: 1, password: null } });
    expect(body.fields).toEqual({ email: "Please check this", password: required.en });
  });
});

describe("marked fields", () => {
  /** Invalid requests, by their body. */
  const payloads = ["{", "[]", '"x"', "1", "{}", '{"on":1,"items":7}', '{"":1}'];

  test("are documented exactly where they occur, at every address with a body", async () => {
    const { paths } = (await portal.app.inject("/api/openapi.json")).json();
    let calls = 0;
    for (const [path, operations] of Object.entries<object>(paths)) {
      for (const [name, operation] of Object.entries(operations)) {
        if (!("requestBody" in operation)) continue;
        const method = name.toUpperCase() as "POST"; // keys of the OpenAPI paths
        const url = path.replaceAll(/\{\w+\}/g, "maintenance-mode");
        for (const payload of payloads) {
          const headers = { ...headersOf.admin, "content-type": "application/json" };
          const body = (await portal.app.inject({ method, url, headers, payload })).json();
          const names = Object.keys(body.fields ?? {});
          expect([url, payload, names.length > 0]).toEqual([
            url,
            payload,
            body.message === "Please check the marked fields.",
          ]);
          expect(names).not.toContain("");
          calls += 1;
        }
      }
    }
    expect(calls).toBeGreaterThan(50);
  });

  test.each(["limit=0", "limit=x", "cursor=x", `q=${"x".repeat(101)}`, "q=%00"])(
    "are never those of a query (%s)",
    async (query) => {
      const { status, body } = await call(portal, "GET", `/content/articles?${query}`);
      expect([status, body]).toEqual([
        400,
        { code: "validation", message: "The server could not read this request." },
      ]);
    },
  );
});

describe("too many requests", () => {
  test.each([
    [45, "in 45 seconds", "za 45 sekund"],
    [60, "in 1 minute", "za 1 minutę"],
    [121, "in 3 minutes", "za 3 minuty"],
    [720, "in 12 minutes", "za 12 minut"],
    [3600, "in 1 hour", "za 1 godzinę"],
  ])("are told how long to wait: %i s", async (seconds, english, polish) => {
    const messageIn = async (language: string) => {
      const url = `/too-often/${seconds}`;
      const answer = await portal.app.inject({ url, headers: { "accept-language": language } });
      expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, String(seconds)]);
      return answer.json().message;
    };
    expect(await messageIn("en")).toBe(`Too many attempts. Please try again ${english}.`);
    expect(await messageIn("pl")).toBe(`Zbyt wiele prób. Spróbuj ponownie ${polish}.`);
  });

  test("of the contact form name the time until the hour is over", async () => {
    const body = { name: "Ada", email: "often@example.com", subject: "x", message: "x" };
    for (let message = 0; message < 5; message += 1)
      await call(portal, "POST", "/contact", { body });
    portal.advance(10 * minuteMs);
    const answer = await call(portal, "POST", "/contact", { body });
    expect(answer.body.message).toBe("Too many attempts. Please try again in 50 minutes.");
  });
});

test.each([
  ["busy", new ApiError("busy"), "warn"],
  ["another failure", new Error("broken"), "error"],
] as const)("The log says of %s what level it deserves", async (name, error, level) => {
  const failing = await createTestPortal();
  const logged: string[] = [];
  failing.app.get("/failing", (request) => {
    vi.spyOn(request.log, "warn").mockImplementation(() => logged.push("warn"));
    vi.spyOn(request.log, "error").mockImplementation(() => logged.push("error"));
    throw error;
  });
  await failing.app.inject("/failing");
  await failing.close();
  expect(logged, name).toEqual([level]);
});
