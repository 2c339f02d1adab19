import { escapeMarkup } from "#shared/escape-markup.ts";
import { languages, languageTitle, type Language } from "#shared/languages.ts";
import { withName, type DesktopTexts } from "../desktop-texts.ts";
import { packagedBrand } from "../interface-brand.ts";
import { maxAddressLength, type AddressProblem, type FoundPortal } from "./find-portal.ts";

/**
 * The page that asks for the portal's address. Main answers its forms: it has neither the bridge nor the renderer, which
 * belong to a portal, and works without script but for the words that it is busy.
 */

const { ramp, paper, ground, surface } = packagedBrand.colours;

export const connectStyle = `
:root { color-scheme: light dark; --ground: ${paper}; --raised: #ffffff; --text: #1c211f; --soft: #4d5653; --line: #767f7b;
  --main: ${ramp[6]}; --on-main: #ffffff; --link: ${ramp[5]}; --problem: #a4262c; }
@media (prefers-color-scheme: dark) {
  :root { --ground: ${ground}; --raised: ${surface}; --text: #f2f4f3; --soft: #c3cac7; --line: #8b9591;
    --main: ${ramp[12]}; --on-main: #06120e; --link: ${ramp[13]}; --problem: #f1a5a9; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25; overflow-wrap: anywhere; outline: none; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
img { display: block; height: 64px; max-width: 100%; margin-bottom: 16px; }
label { display: block; font-weight: 600; margin-bottom: 4px; }
input { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--raised);
  border: 1px solid var(--line); border-radius: 6px; }
input[aria-invalid] { border-color: var(--problem); }
button, .quiet { display: inline-flex; align-items: center; min-height: 44px; font: inherit; }
button { padding: 8px 20px; font-weight: 600; color: var(--on-main); background: var(--main); border: 0; border-radius: 6px;
  overflow-wrap: anywhere; cursor: pointer; }
button[aria-disabled] { opacity: 0.7; cursor: default; }
.quiet { color: var(--link); }
.hint { color: var(--soft); margin: 4px 0 16px; }
.problem { color: var(--problem); margin: 4px 0 16px; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; }
nav { margin-top: 32px; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
`;

/** Says that the address is being checked, and sends each form once. */
export const connectScript = `
document.addEventListener("submit", (event) => {
  const button = event.target.querySelector("button");
  if (button.ariaDisabled) return event.preventDefault();
  button.ariaDisabled = "true";
  document.querySelector("[role=status]").textContent = event.target.dataset.busy ?? "";
});
`;

export type ConnectState = {
  texts: DesktopTexts;
  language: Language;
  /** The portal that the app is at, if any. */
  current: { origin: string; name: string } | null;
};

/** Returns links to the languages of the interface, to choose from before a portal names its own. */
function languageLinks({ language, current }: ConnectState, address: string): string {
  if (current) return "";
  const links = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a class="quiet" lang="${other}" href="/?lang=${other}&amp;address=${encodeURIComponent(address)}">${languageTitle(other, other)}</a>`,
    );
  return `<nav>${links.join(" ")}</nav>`;
}

const page = (
  state: ConnectState,
  address: string,
  title: string,
  content: string,
) => `<!doctype html>
<html lang="${state.language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="/style.css" />
<script src="/busy.js" defer></script>
</head>
<body><main>${content}<p role="status"></p>${languageLinks(state, address)}</main></body>
</html>`;

/** Returns the form for the address. */
export function addressPage(
  state: ConnectState,
  {
    address,
    problem,
    isLinked,
  }: { address: string; problem: AddressProblem | null; isLinked: boolean },
): string {
  const { connect: t } = state.texts;
  const sentence = problem && t.problems[problem];
  return page(
    state,
    address,
    t.title,
    `<h1>${t.title}</h1>
<p>${isLinked ? t.linked : t.intro}</p>
<form action="/check" data-busy="${t.checking}">
<label for="address">${t.label}</label>
<input id="address" name="address" type="text" inputmode="url" autocapitalize="none" autocomplete="url" spellcheck="false"
 maxlength="${maxAddressLength}" autofocus value="${escapeMarkup(address)}"
 aria-describedby="${sentence ? "problem " : ""}example"${sentence ? ' aria-invalid="true"' : ""} />
${sentence ? `<p class="problem" id="problem" role="alert">${sentence}</p>` : ""}
<p class="hint" id="example">${t.example}</p>
<button>${t.check}</button>
</form>`,
  );
}

/** Returns the page that shows the portal that was found. Its form opens it. */
export function foundPage(
  state: ConnectState,
  { origin, brand, hadPath }: FoundPortal,
  key: string,
): string {
  const { connect: t } = state.texts;
  const name = escapeMarkup(brand.name);
  const { current } = state;
  // Where something is deleted the focus is not at the button: whoever still holds Enter has not read it.
  const leaves =
    current && current.origin !== origin
      ? `<p id="leaves">${withName(t.leaves, escapeMarkup(current.name))}</p>`
      : "";
  return page(
    state,
    origin,
    brand.name,
    `<picture><source srcset="${escapeMarkup(brand.logos.onDark)}" media="(prefers-color-scheme: dark)" />
<img src="${escapeMarkup(brand.logos.onLight)}" alt="" /></picture>
<h1${leaves && ' tabindex="-1" autofocus'}>${name}</h1>
<p>${escapeMarkup(origin)}</p>
${hadPath ? `<p class="hint">${t.hadPath}</p>` : ""}
${leaves}
<form method="post" action="/open" data-busy="${t.opening}">
<input type="hidden" name="key" value="${key}" />
<input type="hidden" name="address" value="${escapeMarkup(origin)}" />
<div class="actions"><button ${leaves ? 'aria-describedby="leaves"' : "autofocus"}>${withName(t.open, name)}</button>
<a class="quiet" href="/?address=${encodeURIComponent(origin)}">${t.other}</a></div>
</form>`,
  );
}
