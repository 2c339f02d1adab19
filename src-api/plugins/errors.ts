import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { ErrorBody, ErrorCode } from "../../src-shared/api/errors.ts";
import { message } from "../../src-shared/api/fields.ts";
import { ApiError } from "../api-error.ts";
import { sqlState } from "../database/connect.ts";
import { textsIn } from "../i18n/messages.ts";

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

const ownMessages = new Set<string>(Object.values(message));

/** The key of an issue: one of our rules, or zod's own complaint about what is missing or wrong. */
const messageKey = (text = ""): string =>
  ownMessages.has(text) ? text : text.endsWith("undefined") ? message.required : message.invalid;

/** The first error of each field of a failed validation, by dotted path, as keys of the namespace `forms`. */
function invalidFields(error: FastifyError): Failure["fields"] {
  if (!hasZodFastifySchemaValidationErrors(error)) return {};
  return Object.fromEntries(
    error.validation
      .toReversed()
      .map((issue) => [
        issue.instancePath.slice(1).replaceAll("/", "."),
        `forms:${messageKey(issue.message)}`,
      ]),
  );
}

/** SQLSTATEs of texts that no database can hold: with a NUL character in them. */
const unstorable = new Set(["22021", "22P05"]);

type Failure = {
  error: ApiError;
  status: number;
  fields: NonNullable<ApiError["details"]["fields"]>;
};

/** A failure that is none of ours keeps its 4xx status, such as 416 for a range of a file. */
function describe(error: FastifyError | ApiError): Failure {
  if (error instanceof ApiError) {
    return { error, status: error.status, fields: error.details.fields ?? {} };
  }
  const status = unstorable.has(sqlState(error) ?? "") ? 400 : (error.statusCode ?? 500);
  const code = error.validation ? "validation" : codeOfStatus[status];
  const known = new ApiError(code ?? "unexpected");
  return { error: known, status: code ? status : known.status, fields: invalidFields(error) };
}

function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const { error: known, status, fields } = describe(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  const t = textsIn(request.language);
  const body: ErrorBody = { message: t(known.code, known.details.values ?? {}), code: known.code };
  const named = Object.entries(fields);
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
