import type { LDSingleKindContext } from "launchdarkly-js-client-sdk";
import type { User } from "../../src-shared/api/user.ts";

/**
 * Whom the flag service answers. All visitors are one context: all windows of a device see the same,
 * and nothing that could tell visitors apart is made up or stored. Members have their ID and roles,
 * never an address; a backend of another make may send no ID, then they are one context as well.
 */
export function flagContext(user: User | null): LDSingleKindContext {
  if (user === null) return { kind: "user", key: "visitor", anonymous: true };
  const { id, roles } = user;
  if (!id) return { kind: "user", key: "member", anonymous: true, roles };
  return { kind: "user", key: id, roles };
}
