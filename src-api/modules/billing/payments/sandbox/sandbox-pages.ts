import { formatDate } from "../../../../../src-shared/formats.ts";
import { formatMoney } from "../../../../../src-shared/money.ts";
import { html, type Html } from "../../../../infra/html.ts";
import type { Invoice } from "../../schema.ts";
import { periodEnd } from "../../subscriptions/period.ts";
import { messagePage, page, type View } from "./sandbox-layout.ts";
import { sandboxPath } from "./sandbox-links.ts";
import type { Step } from "./sandbox-payment.ts";
import { testCards, type CardField } from "./test-cards.ts";

type StepOf<Show> = Extract<Step, { show: Show }>;

const amountOf = ({ total, currency }: Invoice, { language }: View) =>
  formatMoney({ amount: total, currency }, language);

/** Says when the membership renews; null without a membership. */
function renewalText({ period, periodEnd: end }: Invoice, now: Date, view: View): string | null {
  if (!period) return null;
  const { language, t } = view;
  const date = formatDate((end ?? periodEnd(now, period)).toISOString(), language, "UTC");
  return t("payments:renews", { date });
}

function orderPart(invoice: Invoice, now: Date, view: View): Html {
  const { lines, discount, credit, currency } = invoice;
  const { brand, language, t } = view;
  const row = (name: string, amount: string) =>
    html`<li><span>${name}</span><span>${amount}</span></li>`;
  const items = lines.map(({ name, quantity, total }) =>
    row(quantity > 1 ? `${name} × ${quantity}` : name, formatMoney(total, language)),
  );
  const off = discount && { ...discount.amount, amount: -discount.amount.amount };
  const used = { amount: -credit, currency };
  const renewal = renewalText(invoice, now, view);
  return html`<section class="order">
    <p class="brand">${brand.name}</p>
    <h1>${t("payments:title", { amount: amountOf(invoice, view) })}</h1>
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

const keyboards: Record<CardField, Html> = {
  number: html`autocomplete="cc-number" placeholder="0000 0000 0000 0000" maxlength="24"`,
  expiry: html`autocomplete="cc-exp" placeholder="04/30" maxlength="9"`,
  cvc: html`autocomplete="cc-csc" placeholder="000" maxlength="4"`,
};

function fieldPart(name: CardField, form: StepOf<"card">, { t }: View): Html {
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

const cardsPart = ({ t }: View): Html =>
  html`<div class="cards">
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
  </div>`;

/**
 * Renders the page where an invoice is paid: what is charged now, when the membership renews, the card
 * form, the test cards, and a link to leave the page.
 */
export function paymentPage(
  form: StepOf<"card">,
  { now, leave }: { now: Date; leave: string },
  view: View,
): string {
  const { t, language } = view;
  const { invoice } = form;
  const amount = amountOf(invoice, view);
  const notice =
    form.notice && html`<p class="notice" role="alert">${t(`payments:${form.notice}`)}</p>`;
  const main = html`<main>
    ${orderPart(invoice, now, view)}
    <section>
      ${notice ?? null}
      <form method="post" action="${sandboxPath(invoice.id, language)}" novalidate>
        ${fieldPart("number", form, view)} ${fieldPart("expiry", form, view)}
        ${fieldPart("cvc", form, view)}
        <button class="wide">${t("payments:pay", { amount })}</button>
      </form>
      <p><a href="${leave}">${t("payments:leave")}</a></p>
      ${cardsPart(view)}
    </section>
  </main>`;
  return page(view, t("payments:title", { amount }), main);
}

/** Renders the bank's question whether to pay; the card is sent again with the answer. */
export function bankPage({ invoice, input }: StepOf<"bank">, view: View): string {
  const { t, brand, language } = view;
  const values = { amount: amountOf(invoice, view), seller: brand.owner };
  const held = Object.entries(input).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const main = html`<main class="single">
    <section>
      <h1>${t("payments:bank.title")}</h1>
      <p>${t("payments:bank.text", values)}</p>
      <form method="post" action="${sandboxPath(invoice.id, language)}">
        ${held}
        <button class="wide" name="confirmed" value="yes">${t("payments:bank.confirm")}</button>
        <button class="wide quiet" name="confirmed" value="no">${t("payments:bank.refuse")}</button>
      </form>
    </section>
  </main>`;
  return page(view, t("payments:bank.title"), main);
}

/** Renders the reason why nothing can be paid here, and a link to go on. */
export function endingPage({ why, url }: StepOf<"ending">, view: View): string {
  const { t } = view;
  const title = t(`payments:${why}.title`);
  const onward = url && { link: { url, label: t(`payments:${why}.link`) } };
  return messagePage(view, { title, text: t(`payments:${why}.text`), ...onward });
}
