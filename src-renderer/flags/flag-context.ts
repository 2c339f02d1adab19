import type { LDSingleKindContext } from "launchdarkly-js-client-sdk";
import type { User } from "#shared/api/user.ts";

/**
 * Returns the LaunchDarkly context of a user. All visitors share one context, so that no identifier
 * of a visitor is created or stored. Users have their id and roles, never their address; if the
 * backend sends no id, they share one context as well.
 */
export function flagContext(user: User | null): LDSingleKindContext {
  if (user === null) return { kind: "user", key: "visitor", anonymous: true };
  const { id, roles } = user;
  if (!id) return { kind: "user", key: "member", anonymous: true, roles };
  return { kind: "user", key: id, roles };
}
