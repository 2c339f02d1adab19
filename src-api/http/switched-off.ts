import type { FastifyRequest } from "fastify";
import { contentKinds } from "#shared/content-kinds.ts";
import { isKindShown, isPartOn } from "#shared/parts.ts";
import type { Part } from "#shared/routes.ts";
import { ApiError } from "#api/infra/api-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The parts that a route belongs to, where no endpoint declares them. */
    parts?: readonly Part[];
  }
}

/**
 * Hook of all calls: what belongs to a part that is switched off is not found (404), and so is everything about a kind of
 * content that is hidden, by the parameter `kind` of the address. Both can change while the portal runs.
 */
export async function refuseSwitchedOff(request: FastifyRequest): Promise<void> {
  const { brand } = request.server.portal;
  const { endpoint, parts = endpoint?.parts ?? [] } = request.routeOptions.config;
  const named = (request.params as { kind?: string }).kind; // texts, by the names in the route's path
  const kind = contentKinds.find((it) => it === named);
  if (
    !parts.every((part) => isPartOn(brand, part)) ||
    (kind !== undefined && !isKindShown(brand, kind))
  ) {
    throw new ApiError("not-found");
  }
}
