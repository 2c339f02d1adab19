/**
 * Entry point of a process that imports the members of the file IMPORT_ID at IMPORT_AT, as the job does, with the database in
 * DATABASE_URL or DATA_DIR. It kills itself when it has asked the payment provider about so many customers (KILL_AT_CUSTOMER), or in the
 * transaction that follows (KILL_IN_TRANSACTION_AFTER).
 */
import { dayMs } from "#shared/durations.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { importMembers } from "#api/modules/members/import-members.ts";
import { openProcessPortal } from "./process-portal.ts";

const at = new Date(process.env["IMPORT_AT"] ?? Date.now());
const killAtCustomer = Number(process.env["KILL_AT_CUSTOMER"]);
const killInTransactionAfter = Number(process.env["KILL_IN_TRANSACTION_AFTER"]);
const die = () => process.kill(process.pid, "SIGKILL");

let customers = 0;
/** How often the time was read since then: a transaction does so for each customer that it stores. */
let readings = 0;
const { portal, close } = await openProcessPortal(
  () => {
    if (customers >= killInTransactionAfter && (readings += 1) === 50) die();
    return at;
  },
  () => ({
    foreignCustomer: async ({ customer, subscription }) => {
      if ((customers += 1) === killAtCustomer) die();
      if (customer === null || subscription === null) return null;
      const periodEnd = new Date(at.getTime() + 20 * dayMs);
      const card = {
        kind: "card",
        brand: "Visa",
        last4: "4242",
        expMonth: 12,
        expYear: 2030,
      } as const;
      return {
        customer,
        subscriptions: [
          {
            reference: subscription,
            customer,
            status: "alive",
            takenOver: false,
            periodEnd,
            anchor: periodEnd,
            price: { amount: 790, currency: "EUR" },
            period: "monthly",
          },
        ],
        card: { card: { ...card, reference: `pm_${customer}`, customer }, givenAt: at },
        otherMethod: null,
      };
    },
  }),
);
await portal.jobs.prepare(console);
await importCatalogue(portal, { demo: false });
await importMembers(portal, process.env["IMPORT_ID"] ?? "");
await close();
