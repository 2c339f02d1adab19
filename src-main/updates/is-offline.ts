/** Chromium's errors of a network that is down, or of a host that nothing comes from. */
const offlineErrors =
  /\bnet::ERR_(INTERNET_DISCONNECTED|NETWORK_(CHANGED|IO_SUSPENDED)|NAME_(NOT_RESOLVED|RESOLUTION_FAILED)|DNS_TIMED_OUT|ADDRESS_UNREACHABLE|CONNECTION_(REFUSED|RESET|CLOSED|ABORTED|FAILED|TIMED_OUT)|TIMED_OUT|EMPTY_RESPONSE|PROXY_CONNECTION_FAILED)\b/;

/**
 * Whether an error only says that the network or the host was silent: nothing came that could be
 * refused. Errors of certificates, redirects and contents are none of these.
 */
export const isOffline = (error: unknown): boolean =>
  error instanceof Error && (offlineErrors.test(error.message) || isOffline(error.cause));
