import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { successStatus, type Endpoint } from "#shared/api/endpoint.ts";
import { forFile } from "#api/testing/for-file.ts";
import { contract } from "#api/testing/contract.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { possibleErrors } from "./openapi.ts";

const portal = await forFile(createTestPortal());
type Operation = {
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};

const document: { paths: Record<string, Record<string, Operation>>; security: object[] } = (
  await portal.app.inject("/api/openapi.json")
).json();
const endpoints = await contract();

const operationOf = ({ method, path }: Endpoint) =>
  document.paths[`/api${path.replaceAll(/:(\w+)/g, "{$1}")}`]?.[method.toLowerCase()];

describe("the OpenAPI description", () => {
  test("is valid OpenAPI 3.1", async () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Ringside API" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    });
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  test("has every endpoint of the contract, with its success status", () => {
    expect(endpoints.length).toBeGreaterThan(25);
    for (const endpoint of endpoints) {
      const operation = operationOf(endpoint);
      const successes = Object.keys(operation?.responses ?? {}).filter((status) => status < "400");
      const name = `${endpoint.method} ${endpoint.path}`;
      const unchanged = endpoint.hasETag ? ["304"] : [];
      expect([name, ...successes]).toEqual([name, String(successStatus(endpoint)), ...unchanged]);
    }
  });

  test("has a summary for every operation", () => {
    const silent = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { summary }]) => !summary)
        .map(([method]) => `${method} ${path}`),
    );
    expect(silent).toEqual([]);
  });

  test("lists the failures of each operation, with the error schema", () => {
    const schema = { $ref: "#/components/schemas/Error" };
    for (const endpoint of endpoints) {
      const failures = Object.entries(operationOf(endpoint)?.responses ?? {}).filter(
        ([status]) => status >= "400",
      );
      for (const [, { content }] of failures) {
        expect(content?.["application/json"]?.schema).toEqual(schema);
      }
      const descriptions = failures.map(([, { description }]) => description).join("\n");
      for (const code of possibleErrors(endpoint)) expect(descriptions).toContain(`\`${code}\``);
    }
  });

  test("marks the calls that need a session, which answer 401 without one", () => {
    const optional = [{ bearer: [] }, {}];
    expect(document.security).toEqual(optional);
    for (const endpoint of endpoints) {
      const { security, responses } = operationOf(endpoint) ?? { responses: {} };
      const needed = endpoint.access !== undefined && endpoint.access !== "anyone";
      expect(security).toEqual(needed ? [{ bearer: [] }] : undefined);
      const refusesCredentials = ["wrong-credentials", "passkey-refused", "unauthorized"].some(
        (code) => endpoint.errors?.some((error) => error === code),
      );
      expect("401" in responses).toBe(needed || refusesCredentials);
    }
  });

  test("requires the idempotency key where the server does", () => {
    const wanting = endpoints.filter((endpoint) =>
      operationOf(endpoint)?.parameters?.some(
        (parameter) =>
          parameter.in === "header" && parameter.name === "Idempotency-Key" && parameter.required,
      ),
    );
    const ofMembers = "grant extend end refund take-over mail sessions/end notes notes/:noteId"
      .split(" ")
      .map((act) => `/members/:id/${act}`);
    expect(new Set(wanting.map(({ path }) => path))).toEqual(new Set(["/checkout", ...ofMembers]));
  });
});

test("without a session, exactly the endpoints that require one answer 401", async () => {
  for (const endpoint of endpoints) {
    const { method, access = "anyone" } = endpoint;
    const path = endpoint.path
      .replace(":kind", "articles")
      .replace(":key", "maintenance-mode")
      .replace(":clearing", "retry")
      .replace(":language", "en")
      .replace(":step", "mail")
      .replace(":document", "terms")
      .replaceAll(/:\w+/g, "3f0f3a5e-1111-4222-8333-444455556666");
    const { statusCode } = await portal.app.inject({ method, url: `/api${path}` });
    expect([path, statusCode === 401]).toEqual([path, access !== "anyone"]);
  }
});
