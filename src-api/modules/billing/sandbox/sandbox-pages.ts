import { readFile } from "node:fs/promises";
import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { servedLanguage } from "#shared/languages.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { PaymentPortal, Portal } from "#api/portal.ts";
import {
  collectPayment,
  leaveUrl,
  membershipUrl,
  portalOrigin,
  subscriptionUrl,
  successUrl,
  waysOf,
} from "#api/modules/billing/payment-pages.ts";
import { nextPage } from "./next-page.ts";
import { messagePage, sandboxPage, sandboxStyle, type View } from "./layout.ts";
import {
  answerTo,
  fontFiles,
  type CardAnswer,
  type CardErrors,
  type CardField,
  type CardForm,
  type CardInput,
  nextPath,
  type Refusal,
  sandboxId,
  sandboxPath,
  payWith,
  settlingTimeMs,
  setupPath,
  type TestAccount,
  testAccountNames,
  testAccounts,
  testCards,
} from "./sandbox.ts";
import { type Html, html } from "#api/infra/html.ts";
import { claimCardSetup, findCardSetup, storeCard } from "#api/modules/billing/cards.ts";
import {
  findInvoice,
  findOpenRenewal,
  isPaid,
  isPayable,
  shownDiscount,
} from "#api/modules/billing/invoices.ts";
import { formatDate } from "#shared/formats.ts";
import { dayMs } from "#shared/durations.ts";
import { periodEnd } from "#api/modules/billing/prices.ts";
import { describeFirstCharge, trialDaysOf } from "#api/modules/billing/trial.ts";
import { findSubscription } from "#api/modules/membership/module.ts";
import { recordDeclined } from "#api/modules/billing/payments.ts";
import type { Invoice } from "#api/modules/billing/schema.ts";
import { formatMoney, type Money } from "#shared/money.ts";
import { type WayToPay, waysFor } from "#shared/ways-to-pay.ts";
import type { GivenCard, ProviderCharge } from "#api/infra/payment-provider.ts";

type FormState = {
  input: CardInput;
  errors?: CardErrors;
  /** Why the try before failed. */
  notice?: Refusal;
};

const keyboards: Record<CardField, Html> = {
  number: html`autocomplete="cc-number" placeholder="0000 0000 0000 0000" maxlength="24"`,
  expiry: html`autocomplete="cc-exp" placeholder="04/30" maxlength="9"`,
  cvc: html`autocomplete="cc-csc" placeholder="000" maxlength="4"`,
};

function fieldPart(name: CardField, form: FormState, { t }: View): Html {
  const error = form.errors?.[name];
  const first = Object.keys(form.errors ?? {})[0];
  const state = error && html`aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div class="field ${name === "number" ? "wide" : ""}">
    <label for="${name}">${t(`payments:${name}`)}</label>
    <input
      id="${name}"
      name="${name}"
      value="${form.input[name]}"
      inputmode="numeric"
      ${keyboards[name]}
      ${state ?? null}
      ${first === name && html`autofocus`}
    />
    ${error ? html`<p class="wrong" id="${name}-error">${t(`payments:${error}`)}</p>` : null}
  </div>`;
}

function cardsPart({ t, language, listsNext }: View): Html {
  const next = html`<p><a href="${nextPath(language)}">${t("payments:next.title")}</a></p>`;
  return html`<div class="cards">
    <h2>${t("payments:cards")}</h2>
    <dl>
      ${testCards.map(
        ({ number, outcome }) =>
          html`<div>
            <dt>${number}</dt>
            <dd>${t(`payments:outcome.${outcome}`)}</dd>
          </div>`,
      )}
    </dl>
    <p>${t("payments:cardsHint")}</p>
    ${listsNext && next}
  </div>`;
}

/** Renders a button for each test account that the buyer can use instead of a card. */
function accountsPart(ways: readonly WayToPay[], action: string, { t }: View): Html | null {
  const shown = testAccountNames.filter((name) => ways.includes(testAccounts[name].way));
  if (shown.length === 0) return null;
  return html`<form method="post" action="${action}" class="accounts">
    <h2>${t("payments:otherWays")}</h2>
    ${shown.map(
      (name) =>
        html`<button class="wide quiet" name="account" value="${name}">
          ${t(`payments:account.${name}`, { number: testAccounts[name].number ?? "" })}
        </button>`,
    )}
  </form>`;
}

/** Renders the part of a page in which a card is entered, with the test cards and a link to leave it. */
function cardPart(
  form: FormState,
  texts: { notice: string | null; submit: string; leave: string },
  { ways, ...links }: { action: string; leave: string; ways: readonly WayToPay[] },
  view: View,
): Html {
  const notice = texts.notice && html`<p class="notice" role="alert">${texts.notice}</p>`;
  return html`<section>
    ${notice}
    <form method="post" action="${links.action}" novalidate>
      ${fieldPart("number", form, view)} ${fieldPart("expiry", form, view)}
      ${fieldPart("cvc", form, view)}
      <button class="wide">${texts.submit}</button>
    </form>
    ${accountsPart(ways, links.action, view)}
    <p><a href="${links.leave}">${texts.leave}</a></p>
    ${cardsPart(view)}
  </section>`;
}

/** Renders the bank's question to the owner of a card, which is sent again with the answer. */
function bankPage(
  { input, question, action }: { input: CardInput; question: string; action: string },
  view: View,
): string {
  const { t } = view;
  const hiddenFields = Object.entries(input).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const main = html`<main class="single">
    <section>
      <h1>${t("payments:bank.title")}</h1>
      <p>${question}</p>
      <form method="post" action="${action}">
        ${hiddenFields}
        <button class="wide" name="confirmed" value="yes">${t("payments:bank.confirm")}</button>
        <button class="wide quiet" name="confirmed" value="no">${t("payments:bank.refuse")}</button>
      </form>
    </section>
  </main>`;
  return sandboxPage(view, t("payments:bank.title"), main);
}

type SandboxPortal = PaymentPortal & Pick<Portal, "config">;

/** Why nothing can be done on a page; keys of `locales/en/payments.json`. */
type Ending = "missing" | "closed" | "subscribed" | "failed" | "cardMissing";

/** The last step on any page: nothing can be done there, or the portal goes on. */
type LastStep = { show: "ending"; why: Ending; url?: string } | { show: "portal"; url: string };

/** What the buyer sees next: the form, with the reason why the try before failed, or the bank's question. */
type Step =
  | ({ show: "card"; invoice: Invoice } & FormState)
  | { show: "bank"; invoice: Invoice; input: CardInput }
  | LastStep;

/** Returns the step for an invoice that cannot be paid here, else the invoice. */
async function findPayable(
  { database, config, now }: SandboxPortal,
  invoiceId: string,
): Promise<{ invoice: Invoice } | { step: Step }> {
  const invoice = await findInvoice(database, invoiceId);
  if (invoice?.provider !== sandboxId) return { step: { show: "ending", why: "missing" } };
  if (isPaid(invoice)) return { step: { show: "portal", url: successUrl(config, invoice) } };
  if (isPayable(invoice, now())) return { invoice };
  return { step: { show: "ending", why: "closed", url: leaveUrl(config, invoice) } };
}

async function openPaymentPage(portal: SandboxPortal, invoiceId: string): Promise<Step> {
  const found = await findPayable(portal, invoiceId);
  if ("step" in found) return found.step;
  const { invoice } = found;
  return { show: "card", invoice, input: { number: "", expiry: "", cvc: "" } };
}

/** Records the failed try and shows the form again, for another card. */
async function decline(
  portal: SandboxPortal,
  invoice: Invoice,
  input: CardInput,
  notice: Refusal,
): Promise<Step> {
  await recordDeclined(portal.database, invoice.id);
  return { show: "card", invoice: { ...invoice, status: "declined" }, input, notice };
}

function chargeCard(
  portal: SandboxPortal,
  invoice: Invoice,
  { outcome, card }: Extract<CardAnswer, { answer: "accepts" }>,
): Promise<Step> {
  const now = portal.now();
  const lateSettlement = new Date(now.getTime() + settlingTimeMs);
  return collect(portal, invoice, {
    way: "card",
    reference: `sandbox_${invoice.id}`,
    settlesAt: outcome === "settlesLate" ? lateSettlement : null,
    card: { card, givenAt: now },
  });
}

async function collect(
  portal: SandboxPortal,
  invoice: Invoice,
  charge: ProviderCharge,
): Promise<Step> {
  const { config } = portal;
  const paymentOutcome = await collectPayment(portal, invoice.id, charge);
  if (paymentOutcome === "paid") return { show: "portal", url: successUrl(config, invoice) };
  if (paymentOutcome === "trial-used") {
    const refused = (await findInvoice(portal.database, invoice.id)) ?? invoice;
    return { show: "portal", url: leaveUrl(config, refused) };
  }
  if (paymentOutcome === "closed") {
    return { show: "ending", why: "closed", url: leaveUrl(config, invoice) };
  }
  return { show: "ending", why: "subscribed", url: membershipUrl(config) };
}

/** Pays with a test account that the page offers. */
async function payWithAccount(
  portal: SandboxPortal,
  invoiceId: string,
  account: TestAccount,
): Promise<Step> {
  const found = await findPayable(portal, invoiceId);
  if ("step" in found) return found.step;
  const { invoice } = found;
  if (!waysOf(portal, invoice).includes(testAccounts[account].way)) return missing;
  return collect(portal, invoice, payWith(account, portal.now()));
}

async function payWithCard(
  portal: SandboxPortal,
  invoiceId: string,
  form: CardForm,
): Promise<Step> {
  const found = await findPayable(portal, invoiceId);
  if ("step" in found) return found.step;
  const { invoice } = found;
  const { confirmed: _, ...input } = form;
  const answered = answerTo(form, portal);
  switch (answered.answer) {
    case "wrong":
      return { show: "card", invoice, input, errors: answered.errors };
    case "refuses":
      return decline(portal, invoice, input, answered.notice);
    case "asks":
      return { show: "bank", invoice, input };
    case "accepts":
      return chargeCard(portal, invoice, answered);
  }
}

/** How long a page where a user gives another card can be used. */
const setupLifeMs = dayMs;

const keyOf = (id: string) => ({ provider: sandboxId, id });

type CardSetup = {
  id: string;
  userId: string;
  /** What is charged to the card as soon as it is saved: a renewal that was not paid. */
  owed: Money | null;
  /** What can be given. */
  ways: WayToPay[];
};

/** What the user sees next: the form, with the reason why the try before failed, or the bank's question. */
type SetupStep =
  | ({ show: "card"; setup: CardSetup } & FormState)
  | { show: "bank"; setup: CardSetup; input: CardInput }
  | LastStep;

/** Returns the step for a page that does not exist, was used, or is too old. */
const missingSetup = ({ config }: Pick<SandboxPortal, "config">): LastStep => ({
  show: "ending",
  why: "cardMissing",
  url: subscriptionUrl(config),
});

/** Returns a page that can be used; null also where another provider takes the payments by now. */
async function findOpen(portal: SandboxPortal, id: string): Promise<CardSetup | null> {
  const { brand, database, now, payments } = portal;
  const isCurrent = payments.current.id === sandboxId;
  const found = isCurrent ? await findCardSetup(database, keyOf(id)) : undefined;
  if (!found || found.createdAt.getTime() + setupLifeMs <= now().getTime()) return null;
  const { userId } = found;
  const subscription = await findSubscription(database, userId);
  const unpaid = subscription && (await findOpenRenewal(database, subscription.id));
  const isOwed = unpaid && isPayable(unpaid, now());
  const currency = subscription?.currency ?? "";
  const ways = waysFor(brand.waysToPay, { currency, stored: true });
  const owed = isOwed ? { amount: unpaid.total, currency: unpaid.currency } : null;
  return { id, userId, owed, ways };
}

async function openCardPage(portal: SandboxPortal, id: string): Promise<SetupStep> {
  const setup = await findOpen(portal, id);
  if (!setup) return missingSetup(portal);
  return { show: "card", setup, input: { number: "", expiry: "", cvc: "" } };
}

/** Keeps a card that the bank accepts for the user's renewals. The page cannot be used again then. */
async function giveCard(portal: SandboxPortal, id: string, form: CardForm): Promise<SetupStep> {
  const setup = await findOpen(portal, id);
  if (!setup) return missingSetup(portal);
  const { confirmed: _, ...input } = form;
  const answered = answerTo(form, portal);
  switch (answered.answer) {
    case "wrong":
      return { show: "card", setup, input, errors: answered.errors };
    case "refuses":
      return { show: "card", setup, input, notice: answered.notice };
    case "asks":
      return { show: "bank", setup, input };
    case "accepts":
      return saveGiven(portal, setup, { card: answered.card, givenAt: portal.now() });
  }
}

/** Keeps a test account for the user's renewals. */
async function giveAccount(
  portal: SandboxPortal,
  id: string,
  account: TestAccount,
): Promise<SetupStep> {
  const setup = await findOpen(portal, id);
  const isOffered = setup?.ways.includes(testAccounts[account].way);
  const given = payWith(account, portal.now()).card;
  return setup && isOffered && given ? saveGiven(portal, setup, given) : missingSetup(portal);
}

async function saveGiven(
  portal: SandboxPortal,
  { id, userId }: CardSetup,
  given: GivenCard,
): Promise<SetupStep> {
  const saved = await portal.database.transaction(async (tx) => {
    if (!(await claimCardSetup(tx, keyOf(id)))) return false;
    await storeCard(portal, tx, userId, sandboxId, given);
    return true;
  });
  if (!saved) return missingSetup(portal);
  return { show: "portal", url: `${subscriptionUrl(portal.config)}?card=saved` };
}

type StepOf<Show> = Extract<Step, { show: Show }>;

const amountOf = ({ total, currency }: Invoice, { language }: View) =>
  formatMoney({ amount: total, currency }, language);

/** Says when the membership renews; null without a membership. */
function renewalText(invoice: Invoice, now: Date, view: View): string | null {
  const { period, periodEnd: end, paidOnce } = invoice;
  if (!period) return null;
  const { brand, language, t } = view;
  const endsAt = (end ?? periodEnd(now, period)).toISOString();
  const date = formatDate(endsAt, language, brand.timeZone);
  return t(paidOnce ? "payments:paidOnce" : "payments:renews", { date });
}

/** What is done on the page: an amount is paid, or a trial begins. */
const titleOf = (invoice: Invoice, view: View): string =>
  trialDaysOf(invoice) === null
    ? view.t("payments:title", { amount: amountOf(invoice, view) })
    : view.t("payments:trial.title");

function orderPart(
  invoice: Invoice,
  { now, firstCharge }: { now: Date; firstCharge: string | null },
  view: View,
): Html {
  const { lines, credit, currency } = invoice;
  const discount = shownDiscount(invoice);
  const { brand, language, t } = view;
  const row = (name: string, amount: string) =>
    html`<li><span>${name}</span><span>${amount}</span></li>`;
  const items = lines.map(({ name, quantity, total }) =>
    row(quantity > 1 ? `${name} × ${quantity}` : name, formatMoney(total, language)),
  );
  const off = discount && { ...discount.amount, amount: -discount.amount.amount };
  const used = { amount: -credit, currency };
  const renewal = firstCharge ?? renewalText(invoice, now, view);
  return html`<section class="order">
    <p class="brand">${brand.name}</p>
    <h1>${titleOf(invoice, view)}</h1>
    <ul class="lines">
      ${items} ${off && discount && row(discount.description, formatMoney(off, language))}
      ${credit > 0 ? row(t("payments:credit"), formatMoney(used, language)) : null}
      <li class="due">
        <span>${t("payments:dueNow")}</span>
        <span>${amountOf(invoice, view)}</span>
      </li>
    </ul>
    ${renewal && html`<p>${renewal}</p>`}
  </section>`;
}

/** Renders the page where an invoice is paid. */
function paymentPage(
  form: StepOf<"card">,
  {
    now,
    firstCharge,
    ...links
  }: { now: Date; leave: string; ways: readonly WayToPay[]; firstCharge: string | null },
  view: View,
): string {
  const { t, language } = view;
  const { invoice, notice } = form;
  const amount = amountOf(invoice, view);
  const isTrial = trialDaysOf(invoice) !== null;
  const texts = {
    notice: notice ? t(`payments:${notice}`) : null,
    submit: isTrial ? t("payments:trial.start") : t("payments:pay", { amount }),
    leave: t("payments:leave"),
  };
  const action = sandboxPath(invoice.id, language);
  const main = html`<main>
    ${orderPart(invoice, { now, firstCharge }, view)}
    ${cardPart(form, texts, { action, ...links }, view)}
  </main>`;
  return sandboxPage(view, titleOf(invoice, view), main);
}

/** Renders the bank's question whether to pay. */
function paymentBankPage({ invoice, input }: StepOf<"bank">, view: View): string {
  const { t, brand, language } = view;
  const values = { amount: amountOf(invoice, view), seller: brand.owner };
  const question =
    trialDaysOf(invoice) === null
      ? t("payments:bank.text", values)
      : t("payments:setup.bank", values);
  return bankPage({ input, question, action: sandboxPath(invoice.id, language) }, view);
}

/** Renders the reason why nothing can be done here, and a link to go on. */
function endingPage({ why, url }: Extract<LastStep, { show: "ending" }>, view: View): string {
  const { t } = view;
  const title = t(`payments:${why}.title`);
  const onward = url && { link: { url, label: t(`payments:${why}.link`) } };
  return messagePage(view, { title, text: t(`payments:${why}.text`), ...onward });
}

type SetupStepOf<Show> = Extract<SetupStep, { show: Show }>;

/** Returns the formatted amount that saving the card charges at once; null for none. */
const owedOf = ({ owed }: CardSetup, { language }: View): string | null =>
  owed && owed.amount > 0 ? formatMoney(owed, language) : null;

/** Renders the page where a user gives another card for renewals: what is charged to it, and the card form. */
function cardSetupPage(form: SetupStepOf<"card">, leave: string, view: View): string {
  const { t, brand, language } = view;
  const { setup, notice } = form;
  const amount = owedOf(setup, view);
  const title = t("payments:setup.title");
  const texts = {
    notice: notice ? t(`payments:setup.${notice}`) : null,
    submit: amount ? t("payments:setup.saveAndPay", { amount }) : t("payments:setup.save"),
    leave: t("payments:setup.leave"),
  };
  const links = { action: setupPath(setup.id, language), leave, ways: setup.ways };
  const main = html`<main>
    <section class="order">
      <p class="brand">${brand.name}</p>
      <h1>${title}</h1>
      <p>${amount ? t("payments:setup.owed", { amount }) : t("payments:setup.nothingNow")}</p>
      <p>${t("payments:setup.renewals")}</p>
    </section>
    ${cardPart(form, texts, links, view)}
  </main>`;
  return sandboxPage(view, title, main);
}

/** Renders the bank's question whether the seller may charge the card. */
function setupBankPage({ setup, input }: SetupStepOf<"bank">, view: View): string {
  const { t, brand, language } = view;
  const amount = owedOf(setup, view);
  const seller = brand.owner;
  const question = amount
    ? t("payments:setup.bankOwed", { seller, amount })
    : t("payments:setup.bank", { seller });
  return bankPage({ input, question, action: setupPath(setup.id, language) }, view);
}

const paramsSchema = z.object({ id: z.uuid() });

const querySchema = z.object({ lang: z.catch(z.optional(z.string()), undefined) });

const text = z.catch(z.string().check(z.maxLength(40)), "");

const formSchema = z.object({
  number: text,
  expiry: text,
  cvc: text,
  confirmed: z.catch(z.optional(z.enum(["yes", "no"])), undefined),
});

const accountSchema = z.object({ account: z.enum(testAccountNames) });

const missing: LastStep = { show: "ending", why: "missing" };

const statusOf: Record<Ending, number> = {
  missing: 404,
  closed: 410,
  subscribed: 409,
  failed: 500,
  cardMissing: 404,
};

const idOf = ({ params }: FastifyRequest): string | null =>
  paramsSchema.safeParse(params).data?.id ?? null;

const formOf = ({ body }: FastifyRequest) => formSchema.parse(body ?? {});

/** Returns the test account whose button was pressed; none for the card form. */
const accountOf = ({ body }: FastifyRequest): TestAccount | undefined =>
  accountSchema.safeParse(body).data?.account;

/** Returns whether anybody may see what happens next: it names members, so only where they are not real. */
const listsNext = ({ payments, config, testClock }: Portal): boolean =>
  payments.current.id === sandboxId && (config.seedDemo || testClock !== null);

/** Pages are in the language of their address: the one in which the buyer used the portal. */
function viewOf({ server: { portal }, query }: FastifyRequest): View {
  const language = servedLanguage(portal.brand.languages, querySchema.parse(query).lang);
  const isMoved = portal.testClock !== null && portal.testClock.ahead() > 0;
  return {
    brand: portal.brand,
    language,
    t: textsIn(language),
    movedTo: isMoved ? portal.now() : null,
    listsNext: listsNext(portal),
  };
}

/** Sends a page that is not cached, not framed, and runs no scripts. */
function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    // Browsers check the redirect after paying as well: it leads to the portal.
    `form-action 'self' ${portalOrigin(reply.server.portal.config)}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(page);
}

function formStatus({ errors, notice }: FormState): number {
  if (errors) return 422;
  return notice ? 402 : 200;
}

function sendLast(request: FastifyRequest, reply: FastifyReply, step: LastStep): FastifyReply {
  if (step.show === "portal") return reply.redirect(step.url, 303);
  return sendPage(reply, statusOf[step.why], endingPage(step, viewOf(request)));
}

async function sendPayment(
  request: FastifyRequest,
  reply: FastifyReply,
  step: Step,
): Promise<FastifyReply> {
  const { portal } = request.server;
  const view = viewOf(request);
  if (step.show === "bank") return sendPage(reply, 200, paymentBankPage(step, view));
  if (step.show !== "card") return sendLast(request, reply, step);
  const { invoice } = step;
  const parts = {
    now: portal.now(),
    leave: leaveUrl(portal.config, invoice),
    ways: waysOf(portal, invoice),
    firstCharge: await describeFirstCharge(portal, invoice, view.language),
  };
  return sendPage(reply, formStatus(step), paymentPage(step, parts, view));
}

function sendSetup(request: FastifyRequest, reply: FastifyReply, step: SetupStep): FastifyReply {
  const view = viewOf(request);
  if (step.show === "bank") return sendPage(reply, 200, setupBankPage(step, view));
  if (step.show !== "card") return sendLast(request, reply, step);
  const leave = subscriptionUrl(request.server.portal.config);
  return sendPage(reply, formStatus(step), cardSetupPage(step, leave, view));
}

/** Serves the pages of the sandbox. The id of the purchase or page is the only key. */
export async function sandboxRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  await app.register(formbody);
  const style = sandboxStyle(portal.brand);
  const hidden = { schema: { hide: true } };

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    const isRefused = statusCode >= 400 && statusCode < 500; // a body that is too large or no form
    if (!isRefused) request.log.error({ err: error }, "payment page failed");
    const page = endingPage({ show: "ending", why: "failed" }, viewOf(request));
    return sendPage(reply, isRefused ? statusCode : statusOf.failed, page);
  });
  app.get("/style.css", hidden, (_, reply) =>
    reply.type("text/css").header("cache-control", "public, max-age=300").send(style),
  );
  for (const file of fontFiles) {
    const font = await readFile(new URL(`../../../../resources/fonts/${file}`, import.meta.url));
    app.get(`/${file}`, hidden, (_, reply) =>
      reply.type("font/woff2").header("cache-control", "public, max-age=86400").send(font),
    );
  }
  app.get("/next", hidden, async (request, reply) => {
    if (!listsNext(portal)) return sendLast(request, reply, missing);
    return sendPage(reply, 200, await nextPage(portal, viewOf(request)));
  });
  app.get("/cards/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const step = id ? await openCardPage(portal, id) : missingSetup(portal);
    return sendSetup(request, reply, step);
  });
  app.post("/cards/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const account = accountOf(request);
    const give = (setupId: string) =>
      account ? giveAccount(portal, setupId, account) : giveCard(portal, setupId, formOf(request));
    const step = id ? await give(id) : missingSetup(portal);
    return sendSetup(request, reply, step);
  });
  app.get("/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    return sendPayment(request, reply, id ? await openPaymentPage(portal, id) : missing);
  });
  app.post("/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const account = accountOf(request);
    const pay = (invoiceId: string) =>
      account
        ? payWithAccount(portal, invoiceId, account)
        : payWithCard(portal, invoiceId, formOf(request));
    return sendPayment(request, reply, id ? await pay(id) : missing);
  });
}
