import * as z from "zod/mini";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";

/** What follows when the payment of an invoice is disputed; the module of subscriptions does it. */
export const disputeJob = defineJob({
  name: "payments.dispute",
  payload: z.object({ invoiceId: z.string() }),
  retry: patientRetries,
});
