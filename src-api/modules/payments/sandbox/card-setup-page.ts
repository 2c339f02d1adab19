import { formatMoney } from "#shared/money.ts";
import { html } from "#api/infra/html.ts";
import type { CardSetup, SetupStep } from "./card-setup.ts";
import { bankPage, cardPart } from "./card-form.ts";
import { page, type View } from "./sandbox-layout.ts";
import { setupPath } from "./sandbox-links.ts";

type StepOf<Show> = Extract<SetupStep, { show: Show }>;

/** Returns what saving the card costs at once, as it is shown; null when nothing is charged. */
const owedOf = ({ owed }: CardSetup, { language }: View): string | null =>
  owed && owed.amount > 0 ? formatMoney(owed, language) : null;

/** Renders the page where a user gives another card for renewals: what is charged to it, and the card form. */
export function cardSetupPage(form: StepOf<"card">, leave: string, view: View): string {
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
export function setupBankPage({ setup, input }: StepOf<"bank">, view: View): string {
  const { t, brand, language } = view;
  const amount = owedOf(setup, view);
  const seller = brand.owner;
  const question = amount
    ? t("payments:setup.bankOwed", { seller, amount })
    : t("payments:setup.bank", { seller });
  return bankPage({ input, question, action: setupPath(setup.id, language) }, view);
}
