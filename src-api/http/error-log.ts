import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyError } from "fastify";
import { sqlState } from "../infra/database/connect.ts";

/**
 * What the log tells of a failure. The parameters of a failed query are hashes and personal data,
 * and its message and the database's own repeat them: only the statement and its SQLSTATE are kept.
 */
export function describeError(error: FastifyError) {
  const { name: type, message, stack = "", code } = error;
  if (!(error instanceof DrizzleQueryError)) return { type, message, stack, code };
  const frames = stack.slice(stack.indexOf("\n    at ") + 1);
  const state = sqlState(error) ?? undefined;
  return { type, message: `Failed query: ${error.query}`, stack: frames, code: state };
}
