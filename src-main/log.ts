/** Writes a failure to stderr. Must not contain anything that a user typed or stored. */
export function logFailure(what: string, error: unknown): void {
  const cause = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${what}: ${cause}\n`);
}
