import type { Portal } from "../portal.ts";

type Driver = { query: (text: unknown, ...rest: unknown[]) => unknown };

/**
 * Records the statements that a portal sends to its database outside of transactions. Returns them as
 * SQL texts; `stop` ends it.
 */
export function recordStatements({ database }: Pick<Portal, "database">) {
  // Both drivers have this call, which the query builder uses.
  const { $client: driver } = database as unknown as { $client: Driver };
  const texts: string[] = [];
  const { query } = driver;
  driver.query = (text, ...rest) => {
    texts.push(typeof text === "string" ? text : String(Object(text).text));
    return query.call(driver, text, ...rest);
  };
  return { texts, stop: () => void (driver.query = query) };
}
