/** Roles that the specification names (section 6). Judge and reviewer grant nothing by themselves. */
export const roles = ["ROLE_ADMIN", "ROLE_USER", "ROLE_JUDGE", "ROLE_REVIEWER"] as const;
export type Role = (typeof roles)[number];

/** What the question needs to know of a user; other fields are of no interest here. */
export type MembershipHolder = { roles: readonly string[]; subscriptionOwned: boolean };

export const isAdmin = (user: Pick<MembershipHolder, "roles"> | null): boolean =>
  user !== null && user.roles.includes("ROLE_ADMIN" satisfies Role);

/**
 * Whether a session is an active member's: a token, and the admin role or an owned subscription
 * (specification, sections 2 and 6). Guards, layouts, menus and banners all ask this.
 */
export const isActiveMember = (token: string | null, user: MembershipHolder | null): boolean =>
  token !== null && token !== "" && user !== null && (isAdmin(user) || user.subscriptionOwned);
