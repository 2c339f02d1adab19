import type { FastifyError } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { message } from "#shared/api/fields.ts";
import type { ApiError } from "../infra/api-error.ts";

/** Message keys by field name: a dotted path in the body, such as `items.0.sku`. */
export type FieldKeys = NonNullable<ApiError["details"]["fields"]>;

const ownMessages = new Set<string>(Object.values(message));

const valueAt = (body: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
    body,
  );

/**
 * Returns the message key of a problem: one of our own rules, or zod's complaint about a missing or
 * wrong value.
 */
function messageKey(text: string | undefined, value: unknown): string {
  if (text !== undefined && ownMessages.has(text)) return text;
  return value === undefined || value === null ? message.required : message.invalid;
}

/**
 * Returns the first problem of each field of an invalid body, as keys of the namespace `forms`.
 * Empty if there is no field to mark: for parameters, queries and a body that is not an object.
 */
export function invalidFields(error: FastifyError, body: unknown): FieldKeys {
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
