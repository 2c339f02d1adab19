/** Roles that the specification names (section 6). Judge and reviewer grant nothing by themselves. */
export const roles = ["ROLE_ADMIN", "ROLE_USER", "ROLE_JUDGE", "ROLE_REVIEWER"] as const;
export type Role = (typeof roles)[number];

/** The fields of a user that decide about access. */
export type MembershipHolder = { roles: readonly string[]; subscriptionOwned: boolean };

export const isAdmin = (user: Pick<MembershipHolder, "roles"> | null): boolean =>
  user !== null && user.roles.includes("ROLE_ADMIN" satisfies Role);

/**
 * Returns whether a session is an active member's: it has a token, and the user is an admin or has a
 * membership in force (specification, sections 2 and 6). Guards, layouts, menus and banners all use this.
 */
export const isActiveMember = (token: string | null, user: MembershipHolder | null): boolean =>
  token !== null && token !== "" && user !== null && (isAdmin(user) || user.subscriptionOwned);
