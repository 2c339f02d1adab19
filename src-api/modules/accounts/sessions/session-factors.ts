import { isAdmin, type MembershipHolder, type Role } from "#shared/active-member.ts";
import type { Config } from "#api/config.ts";

/** By which factors a session began. A passkey counts as two: device, and finger or PIN (decision 0036). */
export const sessionFactors = [
  "password",
  "password+totp",
  "password+recovery",
  "passkey",
] as const;
export type SessionFactors = (typeof sessionFactors)[number];

export const hasSecondFactor = (factors: SessionFactors): boolean => factors !== "password";

/** Returns whether the settings require a second factor of a user, who then has no admin's rights without one. */
export const requiresFactor = (
  { adminSecondFactor }: Pick<Config, "adminSecondFactor">,
  user: Pick<MembershipHolder, "roles">,
): boolean => adminSecondFactor === "required" && isAdmin(user);

type Held = { roles: Role[]; factors: SessionFactors };

/**
 * Returns the roles that a session acts with. Where `ADMIN_SECOND_FACTOR` requires one, a session that began
 * with a password alone is not an admin's: this is the only place that decides it, since everything else asks
 * the session for its roles.
 */
export function rolesInSession<Session extends Held>(
  config: Pick<Config, "adminSecondFactor">,
  session: Session,
): Session & { lacksAdminFactor: boolean } {
  const lacksAdminFactor = requiresFactor(config, session) && !hasSecondFactor(session.factors);
  const roles = lacksAdminFactor
    ? session.roles.filter((role) => role !== "ROLE_ADMIN")
    : session.roles;
  return { ...session, roles, lacksAdminFactor };
}
