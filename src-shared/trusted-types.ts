/** The policies by which code may turn a text into markup or a script's address (decision 0043). */
export const trustedTypesPolicies = ["portal-drawings", "portal-worker"] as const;

export type TrustedTypesPolicy = (typeof trustedTypesPolicies)[number];
