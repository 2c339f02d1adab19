import type { Portal } from "#api/portal.ts";

type Driver = { query: (text: unknown, ...rest: unknown[]) => unknown };

/**
 * Records the statements that a portal sends to its database outside of transactions. Returns them as
 * SQL texts, and with their parameters; `stop` ends it.
 */
export function recordStatements({ database }: Pick<Portal, "database">) {
  // Both drivers have this call, which the query builder uses.
  const { $client: driver } = database as unknown as { $client: Driver };
  const texts: string[] = [];
  const statements: { text: string; params: unknown[] }[] = [];
  const { query } = driver;
  driver.query = (request, ...rest) => {
    const text = typeof request === "string" ? request : String(Object(request).text);
    texts.push(text);
    statements.push({ text, params: Array.isArray(rest[0]) ? rest[0] : [] });
    return query.call(driver, request, ...rest);
  };
  return { texts, statements, stop: () => void (driver.query = query) };
}
