import { formatMoney } from "#shared/money.ts";
import { html, type Html } from "#api/infra/html.ts";
import type { Portal } from "#api/portal.ts";
import { formatTime, page, type View } from "./sandbox-layout.ts";
import type { Scheduled } from "./schedule.ts";

type Charge = Extract<Scheduled, { what: "renewal" | "retry" }>;

function chargeText({ what, amount, card }: Charge, { t, language }: View): string {
  if (amount.amount === 0) return t("payments:next.free");
  const values = { amount: formatMoney(amount, language), card: card?.name ?? "" };
  if (!card) return t("payments:next.noCard", values);
  return `${t(`payments:next.${what}`, values)} ${t(`payments:next.outcome.${card.outcome}`)}`;
}

function textOf(scheduled: Scheduled, view: View): string {
  const { t, language } = view;
  switch (scheduled.what) {
    case "renewal":
    case "retry":
      return chargeText(scheduled, view);
    case "settles": {
      const { card, amount } = scheduled;
      return t("payments:next.settles", { card, amount: formatMoney(amount, language) });
    }
    case "ends":
    case "givenUp":
      return t(`payments:next.${scheduled.what}`);
  }
}

function itemOf(scheduled: Scheduled, view: View): Html {
  const { at, who } = scheduled;
  return html`<li>
    <time datetime="${at.toISOString()}">${formatTime(at, view)}</time>
    <p><strong>${who}</strong> ${textOf(scheduled, view)}</p>
  </li>`;
}

/** Renders what the sandbox does next, and the portal's time, for testers. */
export function nextPage(
  scheduled: Scheduled[],
  { now, testClock }: Pick<Portal, "now" | "testClock">,
  view: View,
): string {
  const { t } = view;
  const title = t("payments:next.title");
  const command = `npm run clock -- forward "1 month"`;
  const how = testClock
    ? html`<p>${t("payments:next.move")} <code>${command}</code></p>`
    : html`<p>${t("payments:next.cannotMove")} <code>TEST_CLOCK=1 npm start</code></p>`;
  const main = html`<main class="single list">
    <section>
      <h1>${title}</h1>
      <p>${t("payments:next.now", { time: formatTime(now(), view) })}</p>
      ${how}
      ${
        scheduled.length > 0
          ? html`<ol class="next">
              ${scheduled.map((item) => itemOf(item, view))}
            </ol>`
          : html`<p>${t("payments:next.nothing")}</p>`
      }
    </section>
  </main>`;
  return page(view, title, main);
}
