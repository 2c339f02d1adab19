import type { FastifyInstance, InjectOptions } from "fastify";
import * as z from "zod/mini";

type Operation = { summary?: string; responses?: Record<string, { description?: string }> };

const errorSchema = z.object({ code: z.string() });

/** Operations by method, in lower case. */
type DescribedPath = { pattern: RegExp; operations: Record<string, Operation> };

/**
 * Returns the documented paths: `/api/content/{kind}` matches one segment for `{kind}`; fixed paths
 * come first.
 */
const describedPaths = (paths: Record<string, Record<string, Operation>>): DescribedPath[] =>
  Object.entries(paths)
    .toSorted(([a], [b]) => a.split("{").length - b.split("{").length)
    .map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      operations,
    }));

const isDecodable = (path: string) =>
  URL.canParse(path, "http://portal.test") && !/%(?![\da-f]{2})/i.test(path);

/** Returns the code of an error; null for any other answer. */
function codeOf(statusCode: number, body: string): string | null {
  if (statusCode < 400) return null;
  try {
    return errorSchema.parse(JSON.parse(body)).code;
  } catch {
    return null;
  }
}

/** Returns whether an operation documents an answer: its status, and the code of an error. */
function isDescribed({ responses = {} }: Operation, statusCode: number, body: string): boolean {
  if (!(statusCode in responses)) return false;
  const code = codeOf(statusCode, body);
  if (code === null) return true;
  return responses[statusCode]?.description?.includes(`\`${code}\`: `) ?? false;
}

/**
 * Compares the answers in a test with the OpenAPI description: `check` throws if an operation
 * answered with an undocumented status, or error code.
 */
export function watchAnswers(app: FastifyInstance): { check(): void } {
  const undescribed = new Set<string>();
  const inject = app.inject.bind(app);
  let described: Promise<DescribedPath[]> | null = null;
  const watched = async (options: InjectOptions | string) => {
    const answer = await inject(options);
    const { url = "", method = "GET" } = typeof options === "string" ? { url: options } : options;
    const address = typeof url === "string" ? url : url.pathname;
    const path = address.split("?", 1)[0] ?? "";
    described ??= inject("/api/openapi.json").then((document) =>
      describedPaths(document.json().paths),
    );
    const found = (await described).find(({ pattern }) => pattern.test(path));
    const operation = found?.operations[method.toLowerCase()];
    const { statusCode, body } = answer;
    if (operation?.summary && isDecodable(path) && !isDescribed(operation, statusCode, body)) {
      undescribed.add(`${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    }
    return answer;
  };
  app.inject = watched as typeof app.inject; // tests use its promises only
  const check = () => {
    if (undescribed.size === 0) return;
    throw new Error(`Not in the description of the API:\n${[...undescribed].join("\n")}`);
  };
  return { check };
}
