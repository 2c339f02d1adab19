import { ConfigError, type Config } from "../config.ts";
import { ContentError } from "../modules/library/sync/content-error.ts";
import { DatabaseInUseError } from "../infra/database/connect.ts";
import { BuildError } from "./build/build-renderer.ts";

const told = [ConfigError, ContentError, DatabaseInUseError, BuildError];

const systemErrors: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use. Stop what listens there, or choose another one: PORT=4001 npm start`,
  EACCES: ({ host, port }) => `Listening on ${host}:${port} is not allowed. Choose another PORT.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Choose another HOST.`,
  ECONNREFUSED: () => "No PostgreSQL server answers at DATABASE_URL.",
};

/**
 * A failure of the start as a sentence for whoever started it: what is wrong and what to do. Null for
 * failures that nobody foresaw; those deserve their stack.
 */
export function explainFailure(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error)) return null;
  if (told.some((kind) => error instanceof kind)) return error.message;
  const code = "code" in error ? String(error.code) : "";
  return (config && systemErrors[code]?.(config)) ?? null;
}
