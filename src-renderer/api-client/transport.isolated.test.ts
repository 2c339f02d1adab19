import axios, { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from "axios";
import * as z from "zod/mini";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endpoint } from "#shared/api/endpoint.ts";

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Error;

let replies: Reply[] = [];
let requests: InternalAxiosRequestConfig[] = [];

axios.defaults.adapter = async (config) => {
  requests.push(config);
  const reply = replies.shift() ?? new AxiosError("Network Error", AxiosError.ERR_NETWORK, config);
  if (reply instanceof Error) throw reply;
  const { body: data, status, headers = {} } = reply;
  const response = { data, status, statusText: "", headers: new AxiosHeaders(headers), config };
  if (reply.status < 400) return response;
  throw new AxiosError(
    `Request failed with status code ${reply.status}`,
    "",
    config,
    null,
    response,
  );
};
const { send } = await import("./transport.ts");

const thing = endpoint({
  method: "GET",
  path: "/things/:id",
  params: z.object({ id: z.string() }),
  answer: z.object({ name: z.string() }),
});
const makeThing = endpoint({
  method: "POST",
  path: "/things",
  answer: z.object({ name: z.string() }),
});

const get = (over: object = {}) =>
  send({
    endpoint: thing,
    input: { params: { id: "a/b" } },
    token: "secret",
    language: "pl",
    ...over,
  });
const post = (idempotencyKey?: string) =>
  send({ endpoint: makeThing, input: { body: {}, idempotencyKey }, token: null, language: "en" });

beforeEach(() => {
  replies = [];
  requests = [];
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

describe("a request", () => {
  it("carries token, language and encoded parameters", async () => {
    replies = [{ status: 200, body: { name: "x", more: 1 } }];
    expect(await get()).toEqual({ data: { name: "x" }, error: null });
    const headers = AxiosHeaders.from(requests[0]?.headers);
    expect(requests[0]?.url).toBe("/things/a%2Fb");
    expect(headers.get("Authorization")).toBe("Bearer secret");
    expect(headers.get("Accept-Language")).toBe("pl");
    expect(requests[0]?.timeout).toBeGreaterThan(0);
  });

  it("of the window itself says so", async () => {
    replies = [
      { status: 200, body: { name: "x" } },
      { status: 200, body: { name: "x" } },
    ];
    await get({ input: { params: { id: "a" }, background: true } });
    await get();
    expect(requests.map(({ headers }) => AxiosHeaders.from(headers).get("x-background"))).toEqual([
      "1",
      undefined,
    ]);
  });

  it("has no Authorization header without a token", async () => {
    replies = [{ status: 200, body: { name: "x" } }];
    await post();
    expect(AxiosHeaders.from(requests[0]?.headers).has("Authorization")).toBe(false);
  });
});

describe("a failure", () => {
  it("has the server's message, code and fields", async () => {
    const body = { message: "No", code: "validation", fields: { email: "Bad" } };
    replies = [{ status: 400, body }];
    const { error } = await get();
    expect(error).toMatchObject({ kind: "rejected", status: 400, ...body });
  });

  it("has the error's own message when the server sent none", async () => {
    replies = [{ status: 500, body: "<html>" }];
    const { error } = await get();
    expect(error).toMatchObject({
      kind: "unexpected",
      message: "Request failed with status code 500",
    });
  });

  it("has no message when the answer does not match its schema", async () => {
    replies = [{ status: 200, body: "<html>" }];
    expect((await get()).error).toEqual({ kind: "unexpected", message: "" });
  });

  it.each([
    ["90", 90],
    ["soon", undefined],
    ["-1", undefined],
  ])("has the seconds to wait that the server named (%s)", async (header, retryAfter) => {
    replies = [{ status: 429, body: { message: "Wait" }, headers: { "retry-after": header } }];
    expect((await get()).error).toEqual({
      kind: "rejected",
      status: 429,
      message: "Wait",
      ...(retryAfter !== undefined && { retryAfter }),
    });
  });

  it("has the message of another backend, which sends no code", async () => {
    replies = [{ status: 418, body: { message: "I am a teapot" } }];
    expect((await get()).error).toMatchObject({ kind: "rejected", message: "I am a teapot" });
  });

  it.each([
    [{ status: 401 }, "unauthorized"],
    [new AxiosError("timeout of 15000ms exceeded", AxiosError.ECONNABORTED), "timeout"],
    [new AxiosError("canceled", AxiosError.ERR_CANCELED), "aborted"],
    [{ status: 200, body: { nonsense: true } }, "unexpected"],
  ])("turns %j into %s", async (reply, kind) => {
    replies = [reply];
    expect((await get()).error?.kind).toBe(kind);
    expect(requests).toHaveLength(1);
  });
});

describe("retries", () => {
  it("retries GET after a 502 and a lost connection", async () => {
    replies = [
      { status: 502 },
      new AxiosError("Network Error", AxiosError.ERR_NETWORK),
      { status: 200, body: { name: "x" } },
    ];
    expect((await get()).data).toEqual({ name: "x" });
  });

  it("gives up GET after three tries", async () => {
    replies = [
      { status: 503 },
      { status: 503 },
      { status: 503 },
      { status: 200, body: { name: "x" } },
    ];
    expect((await get()).error?.status).toBe(503);
    expect(requests).toHaveLength(3);
  });

  it("retries POST only with an idempotency key", async () => {
    replies = [{ status: 502 }];
    expect((await post()).error?.status).toBe(502);
    expect(requests).toHaveLength(1);
    replies = [{ status: 502 }, { status: 201, body: { name: "x" } }];
    expect((await post("key-1")).data).toEqual({ name: "x" });
    expect(AxiosHeaders.from(requests[2]?.headers).get("Idempotency-Key")).toBe("key-1");
  });

  it("retries GET when the desktop app cannot reach the API, and reports offline", async () => {
    const reply = { status: 502, body: { message: "Not reached", code: "unreachable" } };
    replies = [reply, reply, reply];
    expect((await get()).error).toMatchObject({ kind: "offline", message: "Not reached" });
    expect(requests).toHaveLength(3);
  });

  it("does not retry a 503 with an error code of our own", async () => {
    replies = [{ status: 503, body: { message: "Blocked", code: "payments-unavailable" } }];
    expect((await post("key-1")).error?.code).toBe("payments-unavailable");
    expect(requests).toHaveLength(1);
  });

  it("does not retry offline or after an abort", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect((await get()).error?.kind).toBe("offline");
    expect(requests).toHaveLength(1);
  });
});
