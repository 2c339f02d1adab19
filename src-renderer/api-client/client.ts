import type * as z from "zod/mini";
import type { Endpoint } from "../../src-shared/api/endpoint.ts";
import type { ApiFailure, ApiResult } from "./api-failure.ts";
import { isLoss, isReachable, noteLoss } from "./connection.ts";

type InputOf<E, Name extends string> =
  E extends Record<Name, infer S extends z.ZodMiniType> ? z.input<S> : undefined;

type Required<E extends Endpoint> = {
  [Name in "params" | "body" as E extends Record<Name, z.ZodMiniType> ? Name : never]: InputOf<
    E,
    Name
  >;
};

/** What a call of the endpoint sends: what the endpoint declares, and how to go about it. */
export type CallInput<E extends Endpoint> = Required<E> & {
  query?: InputOf<E, "query">;
  signal?: AbortSignal;
  /** Makes a repeated submit the same submit, and so allows to retry it. */
  idempotencyKey?: string;
  /** True: a failure is told to nobody but the caller. */
  silent?: boolean;
  /** Sent in place of the session's token, for a session that has ended on this device. */
  token?: string;
};

export type Answer<E extends Endpoint> = z.output<E["answer"]>;

/** Where token and language of a request come from; set once at start. */
export type ClientContext = { token(): string | null; language(): string };

let context: ClientContext = { token: () => null, language: () => "en" };
export const configureClient = (given: ClientContext) => void (context = given);

/** The language that requests ask for now; part of every cache key. */
export const currentLanguage = () => context.language();

type Listeners<T> = Set<(value: T) => void>;
const unauthorizedListeners: Listeners<string | null> = new Set();
const failedListeners: Listeners<ApiFailure> = new Set();

const subscribe =
  <T>(listeners: Listeners<T>) =>
  (listener: (value: T) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

/** Tells of every 401, with the token that the request carried. */
export const onUnauthorized = subscribe(unauthorizedListeners);
/** Tells of every failure that the user is to see: after the last retry, never of aborted calls. */
export const onFailed = subscribe(failedListeners);

/** ms until the code that sends requests counts as not to be had. */
const transportTimeout = 15_000;

const importTransport = () => import("./transport.ts");

/** axios comes with the first request: a first visit to a public page may need none. */
async function loadTransport(): ReturnType<typeof importTransport> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The transport did not load.")), transportTimeout);
  });
  try {
    return await Promise.race([importTransport().catch(importTransport), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Fetches that code before a request needs it: a later version may have replaced it by then. */
export const prepareTransport = (): void => void loadTransport().catch(() => {});

/**
 * Calls the API. Yields `{ data, error }`, never throws; the answer is parsed by its contract.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<Answer<E>>> {
  const token = input.token ?? context.token();
  const request = { endpoint, input, token, language: context.language() };
  const result = await loadTransport().then(
    ({ send }) => send<Answer<E>>(request),
    async (): Promise<ApiResult<Answer<E>>> => {
      // Missing on a server that answers, it is not the connection that one has to wait for.
      const kind = (await isReachable()) ? "unexpected" : "offline";
      return { data: null, error: { kind, message: "" } };
    },
  );
  if (result.error && isLoss(result.error)) noteLoss();
  if (result.error?.kind === "unauthorized") {
    unauthorizedListeners.forEach((listener) => listener(token));
  }
  if (result.error && result.error.kind !== "aborted" && !input.silent) {
    failedListeners.forEach((listener) => listener(result.error));
  }
  return result;
}
