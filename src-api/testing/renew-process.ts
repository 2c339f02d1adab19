/**
 * Entry point of a process that renews once what is due at RENEW_AT, as the job does, with the database in
 * DATABASE_URL or DATA_DIR. Prints "ready" before it begins, "charged" when a charge was answered and not yet
 * stored, and at the end its time, processor time and peak memory as JSON.
 */
import { handlePaymentMails } from "#api/modules/billing/payment-mails.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { openProcessPortal } from "./process-portal.ts";

const at = new Date(process.env["RENEW_AT"] ?? Date.now());
const { portal, close } = await openProcessPortal(
  () => at,
  (sandbox) => ({
    charge: async (request) => {
      const result = await sandbox.charge(request);
      process.stdout.write("charged\n");
      return result;
    },
  }),
);
handlePaymentMails(portal); // they are enqueued, and left to others
await portal.jobs.prepare(console);
process.stdout.write("ready\n");
const cpuBefore = process.cpuUsage();
const begin = performance.now();
await runRenewals(portal);
const ms = Math.round(performance.now() - begin);
const cpuMs = Math.round(process.cpuUsage(cpuBefore).user / 1_000);
await close();
const peakMB = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`${JSON.stringify({ ms, cpuMs, peakMB })}\n`);
