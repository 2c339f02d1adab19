import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { ApiError } from "#api/infra/api-error.ts";
import { isSignedBy, loadSigningKey } from "#api/infra/signed-addresses.ts";
import type { Session } from "./session.ts";

const grantQuery = z.object({
  session: z.uuid(),
  expires: z.coerce.number().check(z.int()),
  signature: z.string().check(z.maxLength(300)),
});

/**
 * Returns the session that the address of a file was signed for: browsers fetch files without a token.
 * Throws 403 for a wrong or expired signature, and once the session has ended.
 *
 * @param path what was signed, from the parsed parameters of the request
 */
export async function requireSignedSession(
  { query, server: { portal, sessionStore } }: FastifyRequest,
  path: string,
): Promise<Session> {
  const parsed = grantQuery.safeParse(query);
  if (!parsed.success) throw new ApiError("forbidden");
  const { signature, ...granted } = parsed.data;
  const key = await loadSigningKey(portal.database);
  const isValid = granted.expires > portal.now().getTime();
  if (!isValid || !isSignedBy(key, { path, ...granted }, signature))
    throw new ApiError("forbidden");
  const session = await sessionStore.findById(granted.session);
  if (!session) throw new ApiError("forbidden");
  return session;
}
