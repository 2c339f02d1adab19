import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { ErrorBody, ErrorCode } from "#shared/api/errors.ts";
import { formatWait } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { message } from "#shared/api/fields.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { isDatabaseUnreachable, sqlState } from "#api/infra/database/connect.ts";
import { isDiskFull } from "#api/infra/disk.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { MediaStorageError } from "#api/infra/media-storage/media-storage-error.ts";

/** Message keys by field name: a dotted path in the body, such as `items.0.sku`. */
type FieldKeys = NonNullable<ApiError["details"]["fields"]>;

const ownMessages = new Set<string>(Object.values(message));

const valueAt = (body: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
    body,
  );

/** Returns the message key of a problem: one of our own rules, or a missing or wrong value. */
function messageKey(text: string | undefined, value: unknown): string {
  if (text !== undefined && ownMessages.has(text)) return text;
  return value === undefined || value === null ? message.required : message.invalid;
}

/** Returns the first problem of each field as keys of `forms`; empty if there is no field to mark. */
function invalidFields(error: FastifyError, body: unknown): FieldKeys {
  if (error.validationContext !== "body" || !hasZodFastifySchemaValidationErrors(error)) return {};
  const fields = new Map<string, `forms:${string}`>();
  for (const { instancePath, message: text } of error.validation) {
    const path = instancePath.slice(1).split("/");
    const name = path.join(".");
    if (name === "" || fields.has(name)) continue;
    fields.set(name, `forms:${messageKey(text, valueAt(body, path))}`);
  }
  return Object.fromEntries(fields);
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: "validation",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  406: "validation",
  409: "conflict",
  410: "not-found",
  412: "validation",
  413: "payload-too-large",
  415: "validation",
  416: "validation",
  429: "too-many-requests",
};

/** Returns the code of a status of Fastify or of a library: every mistake of a caller has one. */
const codeOf = (status: number): ErrorCode | undefined =>
  codeOfStatus[status] ?? (status >= 400 && status < 500 ? "validation" : undefined);

/** SQLSTATEs of texts that PostgreSQL cannot store: those with a NUL character. */
const unstorable = new Set(["22021", "22P05"]);

/** Seconds after which to try again while the storage of media or the database is unavailable. */
const retryAfterSeconds = 10;

type Failure = {
  error: ApiError;
  status: number;
  fields: FieldKeys;
};

/** Converts any error to code and details. An error of a library keeps its 4xx status. */
function describe(error: FastifyError | ApiError, body: unknown): Failure {
  if (error instanceof ApiError) {
    return { error, status: error.status, fields: error.details.fields ?? {} };
  }
  if (isDiskFull(error)) return describe(new ApiError("storage-full"), body);
  if (error instanceof MediaStorageError) {
    return describe(new ApiError("media-unavailable", { retryAfter: retryAfterSeconds }), body);
  }
  if (isDatabaseUnreachable(error)) {
    return describe(new ApiError("unavailable", { retryAfter: retryAfterSeconds }), body);
  }
  // A part of the address is longer than any that leads somewhere.
  if (error.statusCode === 414) return describe(new ApiError("not-found"), body);
  const status = unstorable.has(sqlState(error) ?? "") ? 400 : (error.statusCode ?? 500);
  const code = error.validation ? "validation" : codeOf(status);
  const known = new ApiError(code ?? "unexpected");
  return { error: known, status: code ? status : known.status, fields: invalidFields(error, body) };
}

/** Returns the message of a failure, with the time to wait; it mentions marked fields only if there are any. */
function messageOf({ code, details }: ApiError, marksFields: boolean, language: Language): string {
  const t = textsIn(language);
  const { values, retryAfter } = details;
  if (code === "validation" && !marksFields) return t("malformed");
  if (retryAfter === undefined) return t(code, { ...values });
  return t(code, { ...values, context: "until", wait: formatWait(retryAfter, language) });
}

function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const { error: known, status, fields } = describe(error, request.body);
  if (known.code === "busy") request.log.warn("too many requests wait for the processor");
  else if (status >= 500) request.log.error({ err: error }, "request failed");
  const { language } = request;
  const t = textsIn(language);
  const named = Object.entries(fields);
  const body: ErrorBody = {
    message: messageOf(known, named.length > 0, language),
    code: known.code,
  };
  if (named.length > 0) {
    body.fields = Object.fromEntries(
      named.map(([name, key]) => [name, t(key, { ...known.details.values })]),
    );
  }
  if (known.details.retryAfter) reply.header("retry-after", known.details.retryAfter);
  return reply.code(status).header("cache-control", "no-store").send(body);
}

/** Answers every failure with `{ message, code, fields? }` in the caller's language. */
export default plugin(
  async (app: FastifyInstance) => {
    app.setErrorHandler<FastifyError | ApiError>(sendError);
  },
  { name: "errors" },
);
