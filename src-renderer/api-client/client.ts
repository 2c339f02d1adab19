import type * as z from "zod/mini";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { Language } from "#shared/languages.ts";
import type { Part } from "#shared/routes.ts";
import { createListeners } from "#shared/listeners.ts";
import type { ApiFailure, ApiResult } from "./api-failure.ts";
import { isConnectionFailure, isReachable, recordConnectionFailure } from "./connection.ts";
import { callPath } from "./request-address.ts";
import type { TransportRequest } from "./transport.ts";

type InputOf<E, Name extends string> =
  E extends Record<Name, infer S extends z.ZodMiniType> ? z.input<S> : undefined;

type Required<E extends Endpoint> = {
  [Name in "params" | "body" as E extends Record<Name, z.ZodMiniType> ? Name : never]: InputOf<
    E,
    Name
  >;
};

/** The input of a call: params, query and body as the endpoint declares them, and request options. */
export type CallInput<E extends Endpoint> = Required<E> & {
  query?: InputOf<E, "query">;
  signal?: AbortSignal;
  /** Requests with the same key take effect only once, so the call can be retried safely. */
  idempotencyKey?: string;
  /** If true, or if it returns true for a failure, only the caller gets the failure; `onFailed` does not fire. */
  silent?: boolean | ((failure: ApiFailure) => boolean);
  /** Marks a read that the user did not ask for. It does not extend the session, which would otherwise never expire. */
  background?: boolean;
  /** Token to send instead of the stored one, which may have changed since. */
  token?: string;
  /** Language to request instead of the interface's. */
  language?: Language;
  /** Overrides the default timeout, in ms, for requests that may take longer. */
  timeoutMs?: number;
};

/** Returns a new idempotency key. Pages without https have no `crypto.randomUUID`. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

export type Answer<E extends Endpoint> = z.output<E["answer"]>;

export type Transport = Pick<Awaited<ReturnType<typeof importTransport>>, "send">;

/** A response stored on this device for offline use, and when it was received, in ms since 1970. */
export type StoredAnswer = { data: object; at: number };

/** Supplies the token and language of every request. Set at startup, and on the server before each page. */
export type ClientContext = {
  token(): string | null;
  language(): string;
  /** Whether a part of the portal is on. */
  isPartOn?: (part: Part) => boolean;
  /** Reads the response stored on this device for a query key (docs/decisions/0033-offline-shelf.md). */
  stored?: (queryKey: readonly unknown[]) => Promise<StoredAnswer | null>;
  /** Replaces axios when pages are rendered on the server. */
  transport?: () => Promise<Transport>;
};

let context: ClientContext = { token: () => null, language: () => "en" };
export const configureClient = (newContext: ClientContext) => void (context = newContext);

/** Whether the parts of an endpoint are on: nothing is asked of others. */
export const isOffered = ({ parts = [] }: Endpoint): boolean =>
  parts.every((part) => context.isPartOn?.(part) ?? true);

/** Returns the language that requests currently ask for; part of every cache key. */
export const currentLanguage = () => context.language();

/** Returns the user's stored response for a query key; null if there is none or the token changes. Never rejects. */
export async function storedAnswer(queryKey: readonly unknown[]): Promise<StoredAnswer | null> {
  const token = context.token();
  if (token === null || !context.stored) return null;
  const stored = await context.stored(queryKey).catch(() => null);
  return context.token() === token ? stored : null;
}

type Unauthorized = { token: string | null; failure: ApiFailure };

const unauthorized = createListeners<Unauthorized>();
const failed = createListeners<ApiFailure>();
const succeeded = createListeners<string>();

/** Calls a listener for every 401, with the token that the request carried. Returns the unsubscribe. */
export const onUnauthorized = unauthorized.add;
/** Calls a listener for every failure that the user should see. Returns the unsubscribe. */
export const onFailed = failed.add;
/** Calls a listener for every call that succeeded, with its method and path, as failures have them. Returns the unsubscribe. */
export const onSucceeded = succeeded.add;
/** Has the user see a failure. */
export const reportFailure = failed.emit;

/** Time until loading the transport chunk counts as failed. */
const transportTimeoutMs = 15_000;

const importTransport = () => import("./transport.ts");

/** Loads axios on the first request, since a visit to a public page may not need it. */
async function loadTransport(): ReturnType<typeof importTransport> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The transport did not load.")), transportTimeoutMs);
  });
  try {
    return await Promise.race([importTransport().catch(importTransport), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads the transport chunk early, since a deployment could remove it before the first request. */
export const prepareTransport = (): void => void loadTransport().catch(() => {});

/** Calls the API and parses the response with the endpoint's schema. Resolves to `{ data, error }`, never rejects. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<Answer<E>>> {
  const token = input.token ?? context.token();
  const request = { endpoint, input, token, language: input.language ?? context.language() };
  const result = await (context.transport ?? loadTransport)().then(
    ({ send }) => send<Answer<E>>(request),
    async (): Promise<ApiResult<Answer<E>>> => {
      // If the server answers but lacks the chunk, waiting for the connection would not help.
      const kind = (await isReachable()) ? "unexpected" : "offline";
      return { data: null, error: { kind, message: "" } };
    },
  );
  // Lists are loaded with other filters, and forms sent with other values, after a failure.
  const { params }: TransportRequest["input"] = input;
  const act = `${endpoint.method} ${callPath(endpoint, params)}`;
  if (!result.error) {
    succeeded.emit(act);
    return result;
  }
  const error = { ...result.error, act };
  if (isConnectionFailure(error)) recordConnectionFailure();
  if (error.kind === "unauthorized") {
    unauthorized.emit({ token, failure: error });
    // Whether it ends the session, which the user is to see, also of a silent request, is up to the session.
    if (token !== null) return result;
  }
  const { silent = false } = input;
  const isSilent = typeof silent === "function" ? silent(error) : silent;
  if (error.kind !== "aborted" && !isSilent) failed.emit(error);
  return result;
}
