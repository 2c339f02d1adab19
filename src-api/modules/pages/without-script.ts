import type { Brand } from "#shared/brand.ts";
import { isRouteOn } from "#shared/parts.ts";
import { routes } from "#shared/routes.ts";
import { html, type Html } from "#api/infra/html.ts";
import { pageTitleIn, textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import type { PageFacts } from "./page-facts.ts";
import { publicRouteIds } from "./public-routes.ts";
import { hashSource } from "./served-html.ts";

/** Stands in the head: fonts and colours of the public pages, in one column or in a strip above the page. */
function styleOf({ ramp, paper }: Brand["colours"]): string {
  const [ink = "", , , , , green = "", , , , , , , , , , pale = ""] = ramp;
  return [
    `html{background:${paper}}`,
    `.no-script{color:${ink};font:18px/1.6 "Source Sans 3","Segoe UI",Roboto,sans-serif}`,
    ".no-script.page{max-width:640px;margin:0 auto;padding:32px 20px}",
    `.no-script.strip{padding:12px 24px;background:${pale}}`,
    '.no-script h1{font:600 36px/1.2 "Brygada 1918",Georgia,serif;margin:32px 0 16px}',
    `.no-script a{color:${green};display:inline-block;padding:4px 0}`,
    ".no-script .home{display:flex;align-items:center;gap:10px;text-decoration:none;" +
      'font:700 22px "Brygada 1918",Georgia,serif;color:inherit}',
    ".no-script ul{padding-left:20px;margin:8px 0 16px}",
    ".no-script p{margin:0 0 12px}.no-script.strip p{margin:0}",
    // Without scripts it would put what is typed into the address.
    "form,form~button{display:none!important}",
  ].join("");
}

/** Returns the source of a Content-Security-Policy that allows this style. */
export const withoutScriptStyle = ({ colours }: Pick<Brand, "colours">): string =>
  hashSource(styleOf(colours));

export type WithoutScript = { head: string; body: string };

const element = (
  { colours }: Pick<Brand, "colours">,
  look: "page" | "strip",
  content: Html,
): WithoutScript => ({
  head: `<noscript><style>${styleOf(colours)}</style></noscript>`,
  body: html`<noscript><div class="no-script ${look}">${content}</div></noscript>`.markup,
});

const mailLink = (address: string): Html => html`<a href="${`mailto:${address}`}">${address}</a>`;

/** What pages with a form say in its place. */
const formTexts = {
  contact: "form",
  withdrawal: "withdrawal",
  login: "page",
  register: "page",
} as const;

const hasForm = (id: PageFacts["id"]): id is keyof typeof formTexts =>
  id !== null && id in formTexts;

type DescribedPage = Pick<PageFacts, "id" | "language" | "title" | "indexed" | "isRendered">;

/** Returns a page's content for `<noscript>`, or null if it needs none. */
export function withoutScript(
  { id, language, title, indexed, isRendered }: DescribedPage,
  brand: Pick<Brand, "name" | "contactEmail" | "colours" | "partsOff" | "kinds" | "languages">,
): WithoutScript | null {
  const { name, contactEmail } = brand;
  const t = textsIn(language);
  const mail = mailLink(contactEmail);
  if (hasForm(id) && (indexed || isRendered)) {
    const text = t(`descriptions:noScript.${formTexts[id]}`);
    return element(brand, "strip", html`<p>${text} ${mail}</p>`);
  }
  if (indexed) return null;
  const site = { origin: "", brand };
  const link = (href: string, text: string) =>
    html`<a href="${localisedUrl(site, href, language)}">${text}</a>`;
  const readable = publicRouteIds
    .filter((page) => isRouteOn(brand, page))
    .map((page) => html`<li>${link(routes[page].path, pageTitleIn(brand, page, language))}</li>`);
  const why = t(id === null ? "descriptions:noScript.missing" : "descriptions:noScript.page");
  const home = localisedUrl(site, routes.home.path, language);
  return element(
    brand,
    "page",
    html`
      <a class="home" href="${home}"
        ><img src="/favicon.svg" width="32" height="32" alt="" />${name}</a
      >
      <h1>${title.replace(` · ${name}`, "")}</h1>
      <p>${why}</p>
      <p>${t("descriptions:noScript.readable")}</p>
      <ul>
        ${readable}
      </ul>
      <p>${t("descriptions:noScript.write")} ${mail}</p>
    `,
  );
}
