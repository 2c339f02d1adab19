/**
 * Entry point of a process that renews once what is due at RENEW_AT, as the job does, with the database in
 * DATABASE_URL or DATA_DIR. Prints "ready" before it begins, "charged" when a charge was answered and not yet
 * stored, and at the end its time, processor time and peak memory as JSON.
 */
import { randomBytes } from "node:crypto";
import { readInstalledBrand } from "#api/modules/settings/module.ts";
import { readConfig } from "#api/config.ts";
import { connect } from "#api/infra/database/connect.ts";
import { Jobs } from "#api/infra/jobs/jobs.ts";
import { handlePaymentMails } from "#api/modules/billing/payment-mails.ts";
import { openPayments } from "#api/modules/billing/provider.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import type { PaymentProvider } from "#api/infra/payment-provider.ts";
import { watchPublicContent } from "#api/infra/public-content/public-content.ts";
import { createSealer } from "#api/infra/secrets/sealer.ts";
import type { Portal } from "#api/portal.ts";

const config = { ...readConfig(process.env), payments: "sandbox" as const };
const connection = await connect(config);
const { database } = connection;
const at = new Date(process.env["RENEW_AT"] ?? Date.now());
const now = () => at;
const key = randomBytes(32);
const jobs = new Jobs(connection.jobStore, { key });
const { current } = await openPayments({ database, now }, config);
const provider: PaymentProvider = {
  ...current,
  charge: async (request) => {
    const result = await current.charge(request);
    process.stdout.write("charged\n");
    return result;
  },
};
const publicContent = await watchPublicContent(connection.listen);
const portal: Portal = {
  ...connection,
  config,
  brand: await readInstalledBrand(config, database),
  publicContent,
  mailer: { send: async () => {}, sendDummy: async () => {} },
  jobs,
  sealer: createSealer(key),
  payments: { current: provider, byId: new Map([[provider.id, provider]]) },
  now,
  testClock: null,
};
handlePaymentMails(portal); // they are enqueued, and left to others
await jobs.prepare(console);
process.stdout.write("ready\n");
const cpuBefore = process.cpuUsage();
const begin = performance.now();
await runRenewals(portal);
const ms = Math.round(performance.now() - begin);
const cpuMs = Math.round(process.cpuUsage(cpuBefore).user / 1_000);
await jobs.close();
await publicContent.close();
await connection.close();
const peakMB = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`${JSON.stringify({ ms, cpuMs, peakMB })}\n`);
