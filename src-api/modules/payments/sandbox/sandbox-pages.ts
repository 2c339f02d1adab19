import { formatDate } from "#shared/formats.ts";
import { formatMoney } from "#shared/money.ts";
import { html, type Html } from "#api/infra/html.ts";
import { periodEnd } from "../../catalogue/module.ts";
import type { Invoice } from "../../ledger/module.ts";
import { bankPage, cardPart } from "./card-form.ts";
import type { CardSetup, SetupStep } from "./card-setup.ts";
import { messagePage, page, type View } from "./sandbox-layout.ts";
import { sandboxPath, setupPath } from "./sandbox-links.ts";
import type { LastStep, Step } from "./sandbox-payment.ts";

type StepOf<Show> = Extract<Step, { show: Show }>;

const amountOf = ({ total, currency }: Invoice, { language }: View) =>
  formatMoney({ amount: total, currency }, language);

/** Says when the membership renews; null without a membership. */
function renewalText({ period, periodEnd: end }: Invoice, now: Date, view: View): string | null {
  if (!period) return null;
  const { brand, language, t } = view;
  const endsAt = (end ?? periodEnd(now, period)).toISOString();
  const date = formatDate(endsAt, language, brand.timeZone);
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

/** Renders the page where an invoice is paid. */
export function paymentPage(
  form: StepOf<"card">,
  { now, leave }: { now: Date; leave: string },
  view: View,
): string {
  const { t, language } = view;
  const { invoice, notice } = form;
  const amount = amountOf(invoice, view);
  const texts = {
    notice: notice ? t(`payments:${notice}`) : null,
    submit: t("payments:pay", { amount }),
    leave: t("payments:leave"),
  };
  const links = { action: sandboxPath(invoice.id, language), leave };
  const main = html`<main>
    ${orderPart(invoice, now, view)} ${cardPart(form, texts, links, view)}
  </main>`;
  return page(view, t("payments:title", { amount }), main);
}

/** Renders the bank's question whether to pay. */
export function paymentBankPage({ invoice, input }: StepOf<"bank">, view: View): string {
  const { t, brand, language } = view;
  const values = { amount: amountOf(invoice, view), seller: brand.owner };
  const question = t("payments:bank.text", values);
  return bankPage({ input, question, action: sandboxPath(invoice.id, language) }, view);
}

/** Renders the reason why nothing can be done here, and a link to go on. */
export function endingPage(
  { why, url }: Extract<LastStep, { show: "ending" }>,
  view: View,
): string {
  const { t } = view;
  const title = t(`payments:${why}.title`);
  const onward = url && { link: { url, label: t(`payments:${why}.link`) } };
  return messagePage(view, { title, text: t(`payments:${why}.text`), ...onward });
}

type SetupStepOf<Show> = Extract<SetupStep, { show: Show }>;

/** Returns what saving the card costs at once, as it is shown; null when nothing is charged. */
const owedOf = ({ owed }: CardSetup, { language }: View): string | null =>
  owed && owed.amount > 0 ? formatMoney(owed, language) : null;

/** Renders the page where a user gives another card for renewals: what is charged to it, and the card form. */
export function cardSetupPage(form: SetupStepOf<"card">, leave: string, view: View): string {
  const { t, brand, language } = view;
  const { setup, notice } = form;
  const amount = owedOf(setup, view);
  const title = t("payments:setup.title");
  const texts = {
    notice: notice ? t(`payments:setup.${notice}`) : null,
    submit: amount ? t("payments:setup.saveAndPay", { amount }) : t("payments:setup.save"),
    leave: t("payments:setup.leave"),
  };
  const links = { action: setupPath(setup.id, language), leave };
  const main = html`<main>
    <section class="order">
      <p class="brand">${brand.name}</p>
      <h1>${title}</h1>
      <p>${amount ? t("payments:setup.owed", { amount }) : t("payments:setup.nothingNow")}</p>
      <p>${t("payments:setup.renewals")}</p>
    </section>
    ${cardPart(form, texts, links, view)}
  </main>`;
  return page(view, title, main);
}

/** Renders the bank's question whether the seller may charge the card. */
export function setupBankPage({ setup, input }: SetupStepOf<"bank">, view: View): string {
  const { t, brand, language } = view;
  const amount = owedOf(setup, view);
  const seller = brand.owner;
  const question = amount
    ? t("payments:setup.bankOwed", { seller, amount })
    : t("payments:setup.bank", { seller });
  return bankPage({ input, question, action: setupPath(setup.id, language) }, view);
}
