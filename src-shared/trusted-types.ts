/**
 * The policies by which the renderer's code may turn a text into markup or the address of a script. Each stands where
 * it is used, and refuses all other texts (docs/decisions/0043-reports-and-licences.md).
 */
export const trustedTypesPolicies = ["portal-drawings", "portal-worker"] as const;

export type TrustedTypesPolicy = (typeof trustedTypesPolicies)[number];
