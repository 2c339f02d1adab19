import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

/** Largest body that the documented proxies let through by default. */
const ofProxies = 512 * 1000;

const root = fileURLToPath(new URL("..", import.meta.url));

test.each(["compose.yaml", "docs/operation.md"])(
  "the proxies that %s configures let every upload through",
  async (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const caddy = [...text.matchAll(/@ordinary not path (.*)/g)].map(
      ([, paths = ""]) =>
        new RegExp(`^(${paths.trim().replaceAll(" ", "|").replaceAll("*", ".*")})$`),
    );
    const nginx = [...text.matchAll(/location ~ (\S+) \{[^}]*client_max_body_size 32m/g)].map(
      ([, pattern = ""]) => new RegExp(pattern),
    );
    expect(caddy).toHaveLength(1);
    expect(nginx).toHaveLength(file === "compose.yaml" ? 0 : 1);
    const large = (await contract()).filter(
      ({ upload, maxBodyBytes = 0 }) => Math.max(upload?.maxBytes ?? 0, maxBodyBytes) > ofProxies,
    );
    expect(large.length).toBeGreaterThan(4);
    const refused = large
      .map(({ path }) => `/api${path.replaceAll(/:\w+/g, "x")}`)
      .filter((path) => ![...caddy, ...nginx].every((pattern) => pattern.test(path)));
    expect(refused).toEqual([]);
  },
);
