import { isAdmin } from "../../../../src-shared/active-member.ts";
import type { Membership } from "../../../../src-shared/api/billing.ts";
import { useUser } from "../../../session/session-store.ts";

/** How a membership stands, in the words that we have for it. */
export type MembershipState = Membership["status"] | "grant" | "admin";

/** Whether a membership in force was given by an admin: it neither renews nor was it cancelled. */
export const isGranted = ({ status, source }: Pick<Membership, "status" | "source">): boolean =>
  source === "grant" && (status === "active" || status === "ending");

/** The state of the user's membership: a gift and an admin's access have words of their own. */
export function useMembershipState({ status, source }: Membership): MembershipState {
  const user = useUser();
  if (isGranted({ status, source })) return "grant";
  if ((status === "none" || status === "ended") && isAdmin(user)) return "admin";
  return status;
}
