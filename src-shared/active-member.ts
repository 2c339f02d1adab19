/** All roles (specification, section 6). Judge and reviewer: decision 0030. */
export const roles = ["ROLE_ADMIN", "ROLE_USER", "ROLE_JUDGE", "ROLE_REVIEWER"] as const;
export type Role = (typeof roles)[number];

/** The fields of a user that access depends on. */
export type MembershipHolder = { roles: readonly string[]; subscriptionOwned: boolean };

type RoleHolder = Pick<MembershipHolder, "roles"> | null;

const hasRole = (user: RoleHolder, role: Role): boolean => user?.roles.includes(role) ?? false;

export const isAdmin = (user: RoleHolder): boolean => hasRole(user, "ROLE_ADMIN");

/** Returns whether a user may read drafts and scheduled entries: reviewers and admins. */
export const isReviewer = (user: RoleHolder): boolean =>
  isAdmin(user) || hasRole(user, "ROLE_REVIEWER");

/** Returns whether a user is a judge. Admins are not: a judge's note says who wrote it. */
export const isJudge = (user: RoleHolder): boolean => hasRole(user, "ROLE_JUDGE");

/**
 * Returns whether a session belongs to an active member: it has a token, and the user is an admin
 * or has a current membership (specification, sections 2 and 6). Guards, layouts, menus and banners
 * all use this.
 */
export const isActiveMember = (token: string | null, user: MembershipHolder | null): boolean =>
  token !== null && token !== "" && user !== null && (isAdmin(user) || user.subscriptionOwned);
