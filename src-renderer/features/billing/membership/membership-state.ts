import { isAdmin } from "../../../../src-shared/active-member.ts";
import type { Membership } from "../../../../src-shared/api/billing.ts";
import { useUser } from "../../../session/session-store.ts";

/** How a membership stands, in the words that we have for it. */
export type MembershipState = Membership["status"] | "grant" | "admin";

/** The state of the user's membership: a gift and an admin's access have words of their own. */
export function useMembershipState({ status, source }: Membership): MembershipState {
  const user = useUser();
  if (status === "active" && source === "grant") return "grant";
  if ((status === "none" || status === "ended") && isAdmin(user)) return "admin";
  return status;
}
