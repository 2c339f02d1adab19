import { priceOf } from "../../checkout/price.ts";
import type { PurchaseRow } from "../../checkout/purchase.ts";
import { formatMoney } from "../../../../../src-shared/money.ts";
import { html, type Html } from "../../../../infra/html.ts";
import { page, type View } from "./sandbox-layout.ts";
import { sandboxPath } from "./sandbox-path.ts";
import { testCards, type CardErrors, type CardField, type CardInput } from "./test-cards.ts";

/** A purchase that can be paid, and where its page leads back to when it is left. */
export type Payment = { purchase: PurchaseRow; now: Date; leaveUrl: string };

const amountOf = ({ total, currency }: PurchaseRow, { language }: View) =>
  formatMoney({ amount: total, currency }, language);

/** What is charged next, and when (ruling 19); null without a membership. */
function renewalText({ purchase, now }: Payment, { language, t }: View): string | null {
  const { renewal } = priceOf(purchase.lines, purchase.discount, now);
  if (!renewal) return null;
  const locale = language === "en" ? "en-GB" : language;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return t(`payments:renewal.${renewal.period}`, {
    price: formatMoney(renewal.price, language),
    date: day.format(new Date(renewal.on)),
  });
}

function orderPart(payment: Payment, view: View): Html {
  const { lines, discount } = payment.purchase;
  const { brand, language, t } = view;
  const row = (name: string, amount: string) =>
    html`<li><span>${name}</span><span>${amount}</span></li>`;
  const items = lines.map(({ name, quantity, total }) =>
    row(quantity > 1 ? `${name} × ${quantity}` : name, formatMoney(total, language)),
  );
  const off = discount && { ...discount.amount, amount: -discount.amount.amount };
  const next = renewalText(payment, view);
  return html`<section class="order">
    <p class="brand">${brand.name}</p>
    <h1>${t("payments:title", { amount: amountOf(payment.purchase, view) })}</h1>
    <ul class="lines">
      ${items} ${off && discount && row(discount.description, formatMoney(off, language))}
      <li class="due">
        <span>${t("payments:dueNow")}</span>
        <span>${amountOf(payment.purchase, view)}</span>
      </li>
    </ul>
    ${next && html`<p>${next}</p>`}
  </section>`;
}

const keyboards: Record<CardField, Html> = {
  number: html`autocomplete="cc-number" placeholder="0000 0000 0000 0000" maxlength="24"`,
  expiry: html`autocomplete="cc-exp" placeholder="04/30" maxlength="9"`,
  cvc: html`autocomplete="cc-csc" placeholder="000" maxlength="4"`,
};

function fieldPart(name: CardField, form: CardForm, { t }: View): Html {
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

/** The form as it was sent, what is wrong with it, and what happened to the try before. */
export type CardForm = { input: CardInput; errors?: CardErrors; notice?: "declined" | "refused" };

/** The page where a purchase is paid: what is charged now and next, the card, the test cards. */
export function paymentPage(payment: Payment, form: CardForm, view: View): string {
  const { t, language } = view;
  const { purchase, leaveUrl } = payment;
  const amount = amountOf(purchase, view);
  const notice =
    form.notice && html`<p class="notice" role="alert">${t(`payments:${form.notice}`)}</p>`;
  const main = html`<main>
    ${orderPart(payment, view)}
    <section>
      ${notice ?? null}
      <form method="post" action="${sandboxPath(purchase.id, language)}" novalidate>
        ${fieldPart("number", form, view)} ${fieldPart("expiry", form, view)}
        ${fieldPart("cvc", form, view)}
        <button class="wide">${t("payments:pay", { amount })}</button>
      </form>
      <p><a href="${leaveUrl}">${t("payments:leave")}</a></p>
      ${cardsPart(view)}
    </section>
  </main>`;
  return page(view, t("payments:title", { amount }), main);
}

/** The second step, as a bank would ask for it. It sends the card again with the answer. */
export function bankPage({ purchase }: Payment, input: CardInput, view: View): string {
  const { t, brand, language } = view;
  const values = { amount: amountOf(purchase, view), seller: brand.owner };
  const held = Object.entries(input).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const main = html`<main class="single">
    <section>
      <h1>${t("payments:bank.title")}</h1>
      <p>${t("payments:bank.text", values)}</p>
      <form method="post" action="${sandboxPath(purchase.id, language)}">
        ${held}
        <button class="wide" name="confirmed" value="yes">${t("payments:bank.confirm")}</button>
        <button class="wide quiet" name="confirmed" value="no">${t("payments:bank.refuse")}</button>
      </form>
    </section>
  </main>`;
  return page(view, t("payments:bank.title"), main);
}
