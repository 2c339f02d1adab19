import type { Portal } from "../../../portal.ts";

/** What taking, settling and trying payments needs. */
export type PaymentPortal = Pick<Portal, "database" | "brand" | "now" | "payments"> & {
  jobs: Pick<Portal["jobs"], "enqueue">;
};
