import { makeStyles } from "@fluentui/react-components";
import { useUser } from "#renderer/session/session-store.ts";
import { media } from "#renderer/theme/tokens.ts";

/** The height of the request to pay a renewal, so that nothing moves when it arrives. */
export const usePastDueHeight = makeStyles({
  room: {
    boxSizing: "border-box",
    minHeight: "212px",
    [media.phone]: { minHeight: "290px" },
  },
});

/** Placeholder for the request to pay a renewal. Nothing where the session knows of none. */
export function PastDueSkeleton() {
  const { room } = usePastDueHeight();
  return useUser()?.subscriptionPastDue ? <div className={room} /> : null;
}
