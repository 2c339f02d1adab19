import { expect, test } from "vitest";
import * as z from "zod/mini";
import { contract } from "./testing/contract.ts";

/** As far as this test reads it. */
type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** PostgreSQL's `integer`, which numbers of requests are compared with. */
const largest = 2 ** 31 - 1;
const bounded = new Set(["uuid", "date", "date-time", "email"]);

/** Returns where something may be as long or as large as the body of a request. */
function unlimited(schema: Schema, path: string): string[] {
  const { type, items, prefixItems = [], properties = {} } = schema;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const isOpen: Record<string, boolean> = {
    string:
      schema.maxLength === undefined &&
      !bounded.has(schema.format ?? "") &&
      !(schema.pattern?.endsWith("$") && !/[*+]|,\}/.test(schema.pattern)),
    array: schema.maxItems === undefined && prefixItems.length === 0,
    number: (schema.maximum ?? schema.exclusiveMaximum ?? Infinity) > largest,
    integer: (schema.maximum ?? schema.exclusiveMaximum ?? Infinity) > largest,
  };
  return [
    ...(isOpen[type ?? ""] && schema.enum === undefined && schema.const === undefined
      ? [`${path}: ${type}`]
      : []),
    ...(items ? unlimited(items, `${path}[]`) : []),
    ...prefixItems.flatMap((one) => unlimited(one, `${path}[]`)),
    ...alternatives.flatMap((one) => unlimited(one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => unlimited(one, `${path}.${name}`)),
  ];
}

test("whatever a request may have in it has a limit of its own", async () => {
  const found = (await contract()).flatMap(({ method, path, params, query, body, upload }) =>
    Object.entries({ params, query, ...(!upload && { body }) }).flatMap(([part, schema]) =>
      schema
        ? unlimited(
            z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema,
            `${method} ${path} ${part}`,
          )
        : [],
    ),
  );
  expect(found).toEqual([]);
});
