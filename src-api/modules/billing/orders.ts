import {
  changeOrder,
  listOrders,
  type Order,
  type OrderFilter,
  orderPages,
  type OrderSort,
  type OrderStep,
} from "#shared/api/orders.ts";
import { isDescending, sortedBy } from "#shared/sort.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, desc, eq, inArray, type SQL, sql } from "#api/infra/database/drizzle.ts";
import { hasWords, users } from "#api/modules/accounts/module.ts";
import { deliveries, type DeliveryRow, invoices } from "./schema.ts";
import { type BoughtExtra, isDownloadable, isWithdrawn, selectExtras } from "./deliveries.ts";
import * as z from "zod/mini";
import { formatAppointment } from "#shared/formats.ts";
import { languages, servedLanguage, type Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { Portal } from "#api/portal.ts";
import { type Delivery, getPurchasedFile, listDeliveries } from "#shared/api/deliveries.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { FastifyInstance } from "fastify";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import { minuteMs } from "#shared/durations.ts";
import { requireUser } from "#api/http/session.ts";
import { requireSignedSession } from "#api/http/signed-session.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { memoizedSigningKey, signedAddress } from "#api/infra/signed-addresses.ts";
import { settleDuePayments } from "./payments.ts";
import { openExtraFile } from "./extras.ts";

/** Returns an extra of a purchase, whoever it belongs to. */
async function findBoughtExtra(
  database: Database,
  { invoiceId, sku }: Pick<DeliveryRow, "invoiceId" | "sku">,
): Promise<BoughtExtra | undefined> {
  const [found] = await selectExtras(database).where(
    and(eq(deliveries.invoiceId, invoiceId), eq(deliveries.sku, sku)),
  );
  return found;
}

const findBoughtExtras = (database: Database, userId: string): Promise<BoughtExtra[]> =>
  selectExtras(database)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.paidAt), asc(deliveries.sku));

type OrderKey = { number: string; sku: string };

const isOrder = ({ number, sku }: OrderKey) =>
  and(eq(invoices.receiptNumber, number), eq(deliveries.sku, sku));

/** Returns an extra of the purchase with a receipt number. */
export async function findOrder(
  database: Database,
  order: OrderKey,
): Promise<BoughtExtra | undefined> {
  const [found] = await selectExtras(database).where(isOrder(order));
  return found;
}

/** Returns an extra of the purchase with a receipt number, its delivery locked until the transaction ends. */
async function lockOrder(tx: Database, order: OrderKey): Promise<BoughtExtra | undefined> {
  const [locked] = await tx
    .select({ invoiceId: deliveries.invoiceId })
    .from(deliveries)
    .innerJoin(invoices, eq(invoices.id, deliveries.invoiceId))
    .where(isOrder(order))
    .for("update", { of: deliveries });
  return locked && findBoughtExtra(tx, { ...locked, sku: order.sku });
}

const updateDelivery = (
  tx: Database,
  { invoiceId, sku }: Pick<DeliveryRow, "invoiceId" | "sku">,
  changes: Pick<DeliveryRow, "state" | "completed" | "scheduledFor" | "changedAt">,
) =>
  tx
    .update(deliveries)
    .set(changes)
    .where(and(eq(deliveries.invoiceId, invoiceId), eq(deliveries.sku, sku)));

/** The last order of a page, with all that orders are sorted by. */
type OrderCursor = { paidAt: Date; buyer: string; number: string; sku: string };

type OrderSearch = {
  show?: OrderFilter | undefined;
  query?: string | undefined;
  sort?: OrderSort | undefined;
  after?: OrderCursor | undefined;
  limit?: number;
};

const isLive = sql`${isWithdrawn} is not true`;

const inState = (...states: (typeof deliveries.$inferSelect)["state"][]) =>
  and(inArray(deliveries.state, states), isLive);

const shown: Record<OrderFilter, () => SQL | undefined> = {
  open: () => inState("requested", "scheduled"),
  requested: () => inState("requested"),
  scheduled: () => inState("scheduled"),
  done: () => inState("done"),
  cancelled: () => inState("cancelled"),
  withdrawn: () => isWithdrawn,
};

const buyerText = sql`person_search_text(${invoices.buyerName}, coalesce(${users.email}, ${invoices.buyerEmail}), null)`;

/** SQL condition: it is the receipt's number, or every word of the query begins a word of the buyer's name or address. */
const matches = (query: string): SQL | undefined =>
  /^\w+-\d{4}-\d+$/.test(query)
    ? eq(invoices.receiptNumber, query.toUpperCase())
    : hasWords(buyerText, query);

/** SQL: what orders are sorted by, of a row and of a place in the list; the indexes `invoices_paid` and `invoices_buyer`. */
const sortKeys = {
  paid: {
    ofRow: sql`${invoices.paidAt}`,
    ofCursor: ({ paidAt }: OrderCursor) => sql`${sql.param(paidAt, invoices.paidAt)}::timestamptz`,
  },
  buyer: {
    ofRow: sql`person_search_text(${invoices.buyerName}, '', null)`,
    ofCursor: ({ buyer }: OrderCursor) => sql`person_search_text(${buyer}, '', null)`,
  },
};

/** Returns the extras that were bought, the oldest first unless `sort` says otherwise. */
export async function findOrders(
  database: Database,
  { show, query = "", sort = "paid", after, limit }: OrderSearch,
): Promise<BoughtExtra[]> {
  const { ofRow, ofCursor } = sortKeys[sortedBy(sort)];
  const down = isDescending(sort);
  const direction = down ? desc : asc;
  const follows =
    after &&
    sql`(${ofRow}, ${invoices.receiptNumber}, ${deliveries.sku}) ${sql.raw(down ? "<" : ">")}
      (${ofCursor(after)}, ${after.number}, ${after.sku})`;
  const found = selectExtras(database)
    .where(and(show && shown[show](), matches(query), follows))
    .orderBy(direction(ofRow), direction(invoices.receiptNumber), direction(deliveries.sku));
  return limit === undefined ? found : found.limit(limit);
}

/** Mails to a buyer about an extra; keys of `locales/en/mails.json`. */
const deliveryMails = [
  "delivery-scheduled",
  "delivery-moved",
  "delivery-done",
  "delivery-sent",
  "delivery-cancelled",
] as const;

type DeliveryMail = (typeof deliveryMails)[number];

const deliveryMail = defineJob({
  name: "billing.mail-delivery",
  payload: z.object({
    kind: z.enum(deliveryMails),
    invoiceId: z.string(),
    sku: z.string(),
    /** The time that was set; null where the mail names none. */
    time: z.nullable(z.iso.datetime()),
    completed: z.int(),
  }),
  retry: patientRetries,
});

type Change = {
  before: DeliveryRow;
  after: Pick<DeliveryRow, "state" | "completed" | "scheduledFor">;
};

function mailOf({ before, after }: Change): DeliveryMail {
  if (after.state === "cancelled") return "delivery-cancelled";
  if (after.state === "scheduled") {
    return before.state === "scheduled" ? "delivery-moved" : "delivery-scheduled";
  }
  return before.kind === "report" ? "delivery-sent" : "delivery-done";
}

/** Enqueues the mail about a change, in its transaction. */
const enqueueDeliveryMail = (jobs: Portal["jobs"], tx: Database, change: Change): Promise<void> => {
  const { invoiceId, sku } = change.before;
  const { scheduledFor, completed } = change.after;
  const time = scheduledFor?.toISOString() ?? null;
  return jobs.enqueue(tx, deliveryMail, { kind: mailOf(change), invoiceId, sku, time, completed });
};

/** Names an extra, and which one of several it is: "Consultation (1 of 2)". */
function itemOf({ product, delivery }: BoughtExtra, completed: number, language: Language): string {
  const item = localised(product.name, language);
  const { quantity, kind } = delivery;
  if (quantity === 1 || completed === 0 || kind === "place") return item;
  return textsIn(language)("mails:delivery-done.part", { item, completed, quantity });
}

function composeDeliveryMail(
  { config, brand }: Portal,
  bought: BoughtExtra,
  { kind, time, completed }: z.infer<typeof deliveryMail.payload>,
): Mail {
  const language = servedLanguage(brand.languages, bought.account?.language);
  return composeMail(kind, {
    to: bought.account?.email ?? bought.invoice.buyerEmail,
    language,
    values: {
      item: itemOf(bought, kind === "delivery-scheduled" ? 0 : completed, language),
      time: time === null ? "" : formatAppointment(time, language, brand.timeZone),
    },
    url: publicOrigin(config) + routePath("membership"),
  });
}

/** Registers the job that mails buyers about their extras. */
export const handleDeliveryMails = (portal: Portal): void =>
  portal.jobs.handle(deliveryMail, async (mail) => {
    const bought = await findBoughtExtra(portal.database, mail);
    if (bought) await portal.mailer.send(composeDeliveryMail(portal, bought, mail));
  });

/** Returns the address of a bought file, before it is signed. */
const filePath = (invoiceId: string, sku: string, name: string): string =>
  `/api/purchases/${invoiceId}/files/${sku}/${name}`;

/** Returns a bought extra as its buyer sees it, in the caller's language. */
const presentDelivery = (
  { delivery, product, isWithdrawn: withdrawn }: BoughtExtra,
  language: Language,
): Delivery => ({
  purchaseId: delivery.invoiceId,
  sku: delivery.sku,
  kind: delivery.kind,
  state: withdrawn ? "withdrawn" : delivery.state,
  quantity: delivery.quantity,
  completed: delivery.completed,
  scheduledFor: delivery.scheduledFor?.toISOString() ?? null,
  changedAt: delivery.changedAt.toISOString(),
  text: localised(product.delivery, language),
});

type Changed = Pick<DeliveryRow, "state" | "completed" | "scheduledFor">;

/** What the owner of the portal does with an order. */
export type DeliveryStep = { step: "schedule"; time: Date } | { step: "done" } | { step: "cancel" };

/** Why a step is not possible: the state or the time forbids it, or this kind of extra has no such step. */
type Refusal = "withdrawn" | "done" | "cancelled" | "file" | "no-time" | "too-early";

/** Appointments and reports are done one by one; all places of an order at once. */
const doneAtOnce = ({ kind, quantity }: DeliveryRow) =>
  kind === "place" ? quantity : Math.min(1, quantity);

function complete(row: DeliveryRow): Changed {
  const completed = Math.min(row.quantity, row.completed + doneAtOnce(row));
  return completed === row.quantity
    ? { state: "done", completed, scheduledFor: row.scheduledFor }
    : { state: "requested", completed, scheduledFor: null };
}

/**
 * Returns the delivery after a step; null when nothing changes. A cancelled one can be scheduled
 * again. A file is delivered at once: it can only be withdrawn from its buyer. What has a time is not done
 * before it.
 */
function applyStep(
  { delivery, isWithdrawn: withdrawn }: Pick<BoughtExtra, "delivery" | "isWithdrawn">,
  step: DeliveryStep,
  now: Date,
): Changed | Refusal | null {
  const { kind, state, completed, scheduledFor } = delivery;
  if (withdrawn) return "withdrawn";
  if (step.step === "cancel") {
    if (state === "cancelled") return null;
    return state === "done" ? "done" : { state: "cancelled", completed, scheduledFor: null };
  }
  if (kind === "file") return "file";
  if (step.step === "done") {
    if (state === "done") return null;
    if (state === "cancelled") return "cancelled";
    return scheduledFor && scheduledFor > now ? "too-early" : complete(delivery);
  }
  if (kind === "report") return "no-time";
  if (state === "done") return "done";
  if (state === "scheduled" && scheduledFor?.getTime() === step.time.getTime()) return null;
  return { state: "scheduled", completed, scheduledFor: step.time };
}

/** Returns the steps that would change a delivery now. */
function stepsOf(order: Pick<BoughtExtra, "delivery" | "isWithdrawn">, now: Date): OrderStep[] {
  const steps: DeliveryStep[] = [
    { step: "schedule", time: now },
    { step: "done" },
    { step: "cancel" },
  ];
  return steps
    .filter((step) => {
      const changed = applyStep(order, step, now);
      return changed !== null && typeof changed !== "string";
    })
    .map(({ step }) => step);
}

/** unknown: there is no such order. changed-since: the order is not as the caller has seen it. */
type Outcome = "changed" | "unchanged" | "changed-since" | "unknown" | Refusal;

type WantedOrder = {
  number: string;
  sku: string;
  /** When the order changed last, as far as the caller knows. */
  seenChangedAt: Date;
};

/** Applies a step to an order. When that changed something, it is recorded, and its buyer gets a mail. */
export const applyToOrder = (
  { database, jobs, now }: Pick<Portal, "database" | "jobs" | "now">,
  { number, sku, seenChangedAt }: WantedOrder,
  { step, actor }: { step: DeliveryStep; actor: Actor },
): Promise<Outcome> =>
  database.transaction(async (tx) => {
    const found = await lockOrder(tx, { number, sku });
    if (!found) return "unknown";
    const { delivery, invoice } = found;
    if (delivery.changedAt.getTime() !== seenChangedAt.getTime()) return "changed-since";
    const changed = applyStep(found, step, now());
    if (changed === null) return "unchanged";
    if (typeof changed === "string") return changed;
    await updateDelivery(tx, delivery, { ...changed, changedAt: now() });
    await enqueueDeliveryMail(jobs, tx, { before: delivery, after: changed });
    await recordAct(tx, {
      act: "order-changed",
      at: now(),
      actor,
      subjectId: invoice.userId,
      details: { receipt: number, sku, step: step.step },
    });
    return "changed";
  });

const cursors = createCursors(
  z.object({ paidAt: cursorTime, buyer: z.string(), number: z.string(), sku: z.string() }),
);

/** Returns the key of an order in the list. Orders are of paid invoices, which have both a number and a time. */
const cursorOf = ({ delivery, invoice }: BoughtExtra) => ({
  paidAt: invoice.paidAt ?? delivery.changedAt,
  buyer: invoice.buyerName,
  number: invoice.receiptNumber ?? "",
  sku: delivery.sku,
});

function presentOrder(bought: BoughtExtra, language: Language, now: Date): Order {
  const { purchaseId: _, text: __, ...delivery } = presentDelivery(bought, language);
  const { invoice, account, product } = bought;
  const { paidAt, number } = cursorOf(bought);
  return {
    ...delivery,
    number,
    name: localised(product.name, language),
    paidAt: paidAt.toISOString(),
    buyer: {
      id: invoice.userId,
      name: invoice.buyerName,
      email: account?.email ?? invoice.buyerEmail,
    },
    steps: stepsOf(bought, now),
  };
}

/** Serves the orders of extras to admins. */
export async function orderRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listOrders, async ({ query: { cursor, limit, ...search } }, { language }) => {
    const size = limit ?? orderPages.default;
    const after = cursor === undefined ? undefined : cursors.parse(cursor);
    const found = await findOrders(database, { ...search, after, limit: size + 1 });
    const page = found.slice(0, size);
    const last = found.length > size ? page.at(-1) : undefined;
    return {
      items: page.map((order) => presentOrder(order, language, now())),
      nextCursor: last ? cursors.format(cursorOf(last)) : null,
    };
  });

  /** Returns the time that was written for an order: it has to name a time of day, and be ahead. */
  const timeOf = (text: string): Date => {
    const read = readWrittenTime(text, portal.brand.timeZone);
    if ("time" in read && !read.isDay && read.time > now()) return read.time;
    throw new ApiError("validation", { fields: { time: "forms:timeAhead" } });
  };

  serve(app, changeOrder, async ({ params, body }, request) => {
    const step: DeliveryStep =
      body.step === "schedule"
        ? { step: "schedule", time: timeOf(body.time) }
        : { step: body.step };
    const order = { ...params, seenChangedAt: new Date(body.changedAt) };
    const outcome = await applyToOrder(portal, order, { step, actor: actorOf(request) });
    if (outcome === "unknown") throw new ApiError("not-found");
    if (outcome !== "changed" && outcome !== "unchanged") throw new ApiError("conflict");
    const changed = await findOrder(database, params);
    if (!changed) throw new ApiError("not-found");
    return presentOrder(changed, request.language, now());
  });
}

/** How long the address of a file works. */
export const downloadLifeMs = 5 * minuteMs;

const fileParams = z.object({ id: z.uuid(), sku: z.string(), file: z.string() });

/** Serves what became of bought extras, and the files among them, which only their buyers get. */
export async function deliveryRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { config, database, now } = portal;
  const signingKey = memoizedSigningKey(database);
  const sources = { storage: openMediaStorage(config), brandDir: config.brandDir };

  /** Returns the extra whose file the user has paid, as it is now. Throws `not-found` for anything else. */
  const requireFile = async (invoiceId: string, sku: string, userId: string) => {
    const bought = await findBoughtExtra(database, { invoiceId, sku });
    if (bought?.invoice.userId !== userId || !isDownloadable(bought)) {
      throw new ApiError("not-found");
    }
    const { file, storedFile } = bought.product;
    if (!file) throw new ApiError("not-found");
    return { file, storedFile };
  };

  serve(app, listDeliveries, async (_, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(portal, userId);
    const bought = await findBoughtExtras(database, userId);
    return { items: bought.map((extra) => presentDelivery(extra, request.language)) };
  });

  serve(app, getPurchasedFile, async ({ params: { id, sku } }, request) => {
    const session = requireUser(request);
    const { file } = await requireFile(id, sku, session.userId);
    const name = localised(file, request.language);
    const expires = now().getTime() + downloadLifeMs;
    const grant = { path: filePath(id, sku, name), session: session.id, expires };
    return { url: signedAddress(await signingKey(), grant), name };
  });

  app.get("/purchases/:id/files/:sku/:file", { schema: { hide: true } }, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { id, sku, file } = parsed.data;
    const { userId } = await requireSignedSession(request, filePath(id, sku, file));
    const bought = await requireFile(id, sku, userId);
    const language = languages.find((one) => bought.file[one] === file);
    if (!language) throw new ApiError("not-found");
    const { size, body } = await openExtraFile(sources, bought, language);
    reply.headers({
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${file}"`,
      "content-length": size,
    });
    return reply.type("application/pdf").send(body);
  });
}
