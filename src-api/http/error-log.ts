import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyError } from "fastify";
import { sqlState } from "../infra/database/connect.ts";

/**
 * Returns what is logged about an error. Of a failed query these are only the statement and the SQLSTATE,
 * because its parameters, which the messages repeat, are hashes and personal data.
 */
export function describeError(error: FastifyError) {
  const { name: type, message, stack = "", code } = error;
  if (!(error instanceof DrizzleQueryError)) return { type, message, stack, code };
  const frames = stack.slice(stack.indexOf("\n    at ") + 1);
  const state = sqlState(error) ?? undefined;
  return { type, message: `Failed query: ${error.query}`, stack: frames, code: state };
}
