/** Tells the terminal what failed; nothing that a user typed or stored is to be in it. */
export function logFailure(what: string, error: unknown): void {
  const cause = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${what}: ${cause}\n`);
}
