/** Chromium's errors for a network that is down or a host that does not respond. */
const offlineErrors =
  /\bnet::ERR_(INTERNET_DISCONNECTED|NETWORK_(CHANGED|IO_SUSPENDED)|NAME_(NOT_RESOLVED|RESOLUTION_FAILED)|DNS_TIMED_OUT|ADDRESS_UNREACHABLE|CONNECTION_(REFUSED|RESET|CLOSED|ABORTED|FAILED|TIMED_OUT)|TIMED_OUT|EMPTY_RESPONSE|PROXY_CONNECTION_FAILED)\b/;

/** Returns whether an error only means that the network or the host is down. */
export const isOffline = (error: unknown): boolean =>
  error instanceof Error && (offlineErrors.test(error.message) || isOffline(error.cause));
