import axios, { AxiosError, type AxiosRequestConfig } from "axios";
import {
  backgroundHeader,
  clientVersionHeader,
  idempotencyHeader,
  requestIdHeader,
  type Endpoint,
} from "#shared/api/endpoint.ts";
import { errorSchema, type ErrorCode } from "#shared/api/errors.ts";
import { backOffMs, jittered, type BackOff } from "#shared/back-off.ts";
import { minuteMs } from "#shared/durations.ts";
import type { ApiFailure, ApiResult, FailureKind } from "./api-failure.ts";
import { isConnectionFailure } from "./connection.ts";
import { callPath, serializeQuery } from "./request-address.ts";

/** Time until a request without an answer is given up; axios alone would wait for ever. */
export const requestTimeoutMs = 15_000;
/** The same for a file that is sent. */
const uploadTimeoutMs = 10 * minuteMs;
const retries = 2;
const repeatAfter: BackOff = { firstMs: 300, maxMs: 600 };

const http = axios.create({
  baseURL: "/api",
  paramsSerializer: { serialize: serializeQuery },
  withXSRFToken: false,
});

export type TransportRequest = {
  endpoint: Endpoint;
  input: {
    params?: Record<string, string> | undefined;
    query?: unknown;
    body?: unknown;
    signal?: AbortSignal | undefined;
    idempotencyKey?: string | undefined;
    timeoutMs?: number | undefined;
    background?: boolean | undefined;
  };
  token: string | null;
  language: string;
};

function configOf({ endpoint, input, token, language }: TransportRequest): AxiosRequestConfig {
  return {
    method: endpoint.method,
    url: callPath(endpoint, input.params),
    params: input.query,
    data: input.body,
    timeout: input.timeoutMs ?? (endpoint.upload ? uploadTimeoutMs : requestTimeoutMs),
    ...(input.signal && { signal: input.signal }),
    ...(endpoint.media && { responseType: "blob" }),
    headers: {
      "Accept-Language": language,
      ...(endpoint.upload && { "Content-Type": "application/octet-stream" }),
      [clientVersionHeader]: import.meta.env.VITE_VERSION,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(input.background && { [backgroundHeader]: "1" }),
      ...(input.idempotencyKey && { [idempotencyHeader]: input.idempotencyKey }),
    },
  };
}

function kindOf(error: AxiosError, code?: ErrorCode): FailureKind {
  if (error.code === AxiosError.ERR_CANCELED) return "aborted";
  if (error.code === AxiosError.ECONNABORTED || error.code === AxiosError.ETIMEDOUT)
    return "timeout";
  if (!error.response || code === "unreachable") return "offline";
  if (error.response.status === 401) return "unauthorized";
  return error.response.status < 500 ? "rejected" : "unexpected";
}

/** Returns the `message` of an answer, also where it is not in our format (specification, section 8). */
const serverMessage = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
    ? body.message || undefined
    : undefined;

/** Returns the seconds of a `Retry-After` header; our API does not use its other form, a date. */
function retryAfterOf({ response }: AxiosError): number | undefined {
  const seconds = Number(response?.headers["retry-after"]);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
}

function failureOf(error: unknown): ApiFailure {
  // The answer did not match its schema: a list of zod issues is no message for users.
  if (!(error instanceof AxiosError)) return { kind: "unexpected", message: "" };
  const body: unknown = error.response?.data;
  const known = errorSchema.safeParse(body);
  const retryAfter = retryAfterOf(error);
  const reference: unknown = error.response?.headers[requestIdHeader];
  return {
    kind: kindOf(error, known.data?.code),
    message: serverMessage(body) ?? error.message,
    ...(error.response && { status: error.response.status }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(typeof reference === "string" && { reference }),
    ...(known.success && { code: known.data.code }),
    ...(known.success && known.data.fields && { fields: known.data.fields }),
  };
}

/** Returns whether sending the request again is safe and may help. */
function mayRetry({ endpoint, input }: TransportRequest, failure: ApiFailure): boolean {
  const repeatable = endpoint.method === "GET" || input.idempotencyKey !== undefined;
  return (
    repeatable && failure.kind !== "timeout" && isConnectionFailure(failure) && navigator.onLine
  );
}

/** Sends a request, and retries it where that is safe and may help. Never throws. */
export async function send<T>(request: TransportRequest): Promise<ApiResult<T>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await http.request<unknown>(configOf(request));
      return { data: request.endpoint.answer.parse(response.data) as T, error: null }; // the endpoint's schema
    } catch (error) {
      const failure = failureOf(error);
      if (attempt >= retries || request.input.signal?.aborted || !mayRetry(request, failure)) {
        return { data: null, error: failure };
      }
      const ms = jittered(backOffMs(repeatAfter, attempt));
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}
