import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import type { ErrorBody, ErrorCode } from "../../src-shared/api/errors.ts";
import { formatWait } from "../../src-shared/format-wait.ts";
import type { Language } from "../../src-shared/languages.ts";
import { ApiError } from "../infra/api-error.ts";
import { sqlState } from "../infra/database/connect.ts";
import { textsIn } from "../infra/i18n/messages.ts";
import { invalidFields, type FieldKeys } from "./invalid-fields.ts";

const codeOfStatus: Record<number, ErrorCode> = {
  400: "validation",
  404: "not-found",
  405: "method-not-allowed",
  406: "validation",
  412: "validation",
  413: "payload-too-large",
  415: "validation",
  416: "validation",
  429: "too-many-requests",
};

/** SQLSTATEs of texts that no database can hold: with a NUL character in them. */
const unstorable = new Set(["22021", "22P05"]);

type Failure = {
  error: ApiError;
  status: number;
  fields: FieldKeys;
};

/** A failure that is none of ours keeps its 4xx status, such as 416 for a range of a file. */
function describe(error: FastifyError | ApiError, body: unknown): Failure {
  if (error instanceof ApiError) {
    return { error, status: error.status, fields: error.details.fields ?? {} };
  }
  const status = unstorable.has(sqlState(error) ?? "") ? 400 : (error.statusCode ?? 500);
  const code = error.validation ? "validation" : codeOfStatus[status];
  const known = new ApiError(code ?? "unexpected");
  return { error: known, status: code ? status : known.status, fields: invalidFields(error, body) };
}

/** The message of a failure: with the wait that it names, and about marked fields only if there are. */
function messageOf({ code, details }: ApiError, marksFields: boolean, language: Language): string {
  const t = textsIn(language);
  const { values, retryAfter } = details;
  if (code === "validation" && !marksFields) return t("malformed");
  if (retryAfter === undefined) return t(code, { ...values });
  return t(code, { ...values, context: "until", wait: formatWait(retryAfter, language) });
}

function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const { error: known, status, fields } = describe(error, request.body);
  if (known.code === "busy") request.log.warn("too many passwords wait");
  else if (status >= 500) request.log.error({ err: error }, "request failed");
  const { language } = request;
  const t = textsIn(language);
  const named = Object.entries(fields);
  const message = messageOf(known, named.length > 0, language);
  const body: ErrorBody = { message, code: known.code };
  if (named.length > 0) {
    body.fields = Object.fromEntries(named.map(([name, key]) => [name, t(key)]));
  }
  if (known.details.retryAfter) reply.header("retry-after", known.details.retryAfter);
  return reply.code(status).header("cache-control", "no-store").send(body);
}

/** Every failure leaves as `{ message, code, fields? }`, in the caller's language, without internals. */
export default plugin(async (app: FastifyInstance) => {
  app.setErrorHandler<FastifyError | ApiError>(sendError);
});
