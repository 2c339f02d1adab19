/** Chromium's names of network errors, by the codes that Node gives them. */
const names: Record<string, string> = {
  ECONNREFUSED: "CONNECTION_REFUSED",
  ECONNRESET: "CONNECTION_RESET",
  UND_ERR_SOCKET: "CONNECTION_CLOSED",
  ENOTFOUND: "NAME_NOT_RESOLVED",
  EAI_AGAIN: "NAME_NOT_RESOLVED",
  DEPTH_ZERO_SELF_SIGNED_CERT: "CERT_AUTHORITY_INVALID",
  SELF_SIGNED_CERT_IN_CHAIN: "CERT_AUTHORITY_INVALID",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "CERT_AUTHORITY_INVALID",
  CERT_HAS_EXPIRED: "CERT_DATE_INVALID",
  ERR_TLS_CERT_ALTNAME_INVALID: "CERT_COMMON_NAME_INVALID",
  ERR_SSL_WRONG_VERSION_NUMBER: "SSL_PROTOCOL_ERROR",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "SSL_PROTOCOL_ERROR",
};

/** Fetches as `net.fetch` does: a failure of the network is an error with Chromium's name for it. */
export async function fetchLikeElectron(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : null;
    const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : null;
    if (typeof code !== "string") throw error;
    throw new Error(`net::ERR_${names[code] ?? "FAILED"}`, { cause: error });
  }
}
