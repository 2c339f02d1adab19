import { html, type Html } from "#api/infra/html.ts";
import {
  testCards,
  type CardErrors,
  type CardField,
  type CardInput,
  type Refusal,
} from "./test-cards.ts";
import { page, type View } from "./sandbox-layout.ts";
import { nextPath } from "./sandbox-links.ts";

export type FormState = {
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

/** Renders the part of a page in which a card is entered, with the test cards and a link to leave it. */
export function cardPart(
  form: FormState,
  texts: { notice: string | null; submit: string; leave: string },
  links: { action: string; leave: string },
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
    <p><a href="${links.leave}">${texts.leave}</a></p>
    ${cardsPart(view)}
  </section>`;
}

/** Renders the bank's question to the owner of a card, which is sent again with the answer. */
export function bankPage(
  { input, question, action }: { input: CardInput; question: string; action: string },
  view: View,
): string {
  const { t } = view;
  const held = Object.entries(input).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const main = html`<main class="single">
    <section>
      <h1>${t("payments:bank.title")}</h1>
      <p>${question}</p>
      <form method="post" action="${action}">
        ${held}
        <button class="wide" name="confirmed" value="yes">${t("payments:bank.confirm")}</button>
        <button class="wide quiet" name="confirmed" value="no">${t("payments:bank.refuse")}</button>
      </form>
    </section>
  </main>`;
  return page(view, t("payments:bank.title"), main);
}
