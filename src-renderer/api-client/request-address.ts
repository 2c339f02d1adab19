import type { Endpoint } from "#shared/api/endpoint.ts";

/** Returns a query as text. The values in a query are plain: no lists, no objects. */
export function serializeQuery(query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, `${value}`);
  return parameters.toString();
}

/** Returns the path of a call below `/api`, with its parameters URL-encoded. */
export const callPath = ({ path }: Endpoint, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
