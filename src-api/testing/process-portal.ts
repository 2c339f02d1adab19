import { randomBytes } from "node:crypto";
import { readConfig } from "#api/config.ts";
import { connect } from "#api/infra/database/connect.ts";
import { Jobs } from "#api/infra/jobs/jobs.ts";
import type { PaymentProvider } from "#api/infra/payment-provider.ts";
import { watchPublicContent } from "#api/infra/public-content/public-content.ts";
import { createSealer } from "#api/infra/secrets/sealer.ts";
import { openPayments } from "#api/modules/billing/provider.ts";
import { readInstalledBrand } from "#api/modules/settings/module.ts";
import type { Portal } from "#api/portal.ts";

/**
 * Opens a portal without a server for a process that does one thing, with the database in DATABASE_URL or DATA_DIR. The sandbox
 * takes payments, and mails go nowhere.
 *
 * @param replace returns what is different about the sandbox
 */
export async function openProcessPortal(
  now: () => Date,
  replace: (sandbox: PaymentProvider) => Partial<PaymentProvider>,
) {
  const config = { ...readConfig(process.env), payments: "sandbox" as const };
  const connection = await connect(config);
  const { database } = connection;
  const key = randomBytes(32);
  const jobs = new Jobs(connection.jobStore, { key });
  const { current } = await openPayments({ database, now }, config);
  const provider: PaymentProvider = { ...current, ...replace(current) };
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
  const close = async () => {
    await jobs.close();
    await publicContent.close();
    await connection.close();
  };
  return { portal, close };
}
