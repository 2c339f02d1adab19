import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import type { MeasuredPortal } from "./measured-portal.ts";
import { compare, report } from "./samples.ts";

/** Pages of the member area, and the heading that makes each of them readable. */
const pages = {
  dashboard: "/dashboard",
  "an article": "/articles/building-weave-entries",
  "a recipe": "/recipes/chicken-broth-ice-cubes",
};

type OnDevice = <Result>(
  browser: Browser,
  options: { token?: string },
  use: (page: Page) => Promise<Result>,
) => Promise<Result>;

/** The markup of a page as it stands, without scripts; its pictures and fonts come from the portal. */
const markupOf = (page: Page, origin: string) =>
  page.evaluate((base) => {
    const styles = [...document.styleSheets]
      .filter(({ href }) => href === null)
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll("script, style, link[rel=modulepreload]"))
      element.remove();
    const style = Object.assign(document.createElement("style"), {
      textContent: styles.join("\n"),
    });
    copy
      .querySelector("head")
      ?.prepend(Object.assign(document.createElement("base"), { href: base }), style);
    return `<!doctype html>${copy.outerHTML}`;
  }, origin);

/** Serves one page, compressed, on loopback. */
async function serveCopy(html: string) {
  const body = gzipSync(html);
  const server = createServer((_, reply) => {
    reply
      .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

const heading = (page: Page) => page.locator("main h1").first();

/** Visits a page. Returns the ms until its heading, and how many scripts had come by then. */
async function timeToHeading(page: Page, address: string) {
  let scripts = 0;
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts++;
  });
  const begin = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await heading(page).waitFor({ state: "visible" });
  return { ms: performance.now() - begin, scripts, all: () => scripts };
}

/**
 * Measures a member's first visit, with an empty cache on a slow phone and network: the time until the page's heading,
 * compared with that of a static copy of the same page, and the scripts until then and in the whole visit.
 */
export async function measureMemberVisits(
  portal: MeasuredPortal,
  browser: Browser,
  onPhone: OnDevice,
  pairs: number,
): Promise<void> {
  const token = await portal.signIn("member");
  for (const [name, path] of Object.entries(pages)) {
    const address = portal.origin + path;
    const counts: number[] = [];
    let whole = 0;
    const html = await onPhone(browser, { token }, async (page) => {
      const visit = await timeToHeading(page, address);
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(5_000); // for what is fetched when the page is idle
      whole = visit.all();
      return markupOf(page, portal.origin);
    });
    const copy = await serveCopy(html);
    try {
      const times = await compare(
        pairs,
        () =>
          onPhone(browser, { token }, async (page) => {
            const { ms, scripts } = await timeToHeading(page, address);
            counts.push(scripts);
            return ms;
          }),
        () => onPhone(browser, {}, async (page) => (await timeToHeading(page, copy.address)).ms),
      );
      report(`${name}: heading`, times, { atMost: 2.5 });
      report(`${name}: scripts until then`, { ours: counts }, { atMost: 25 });
      report(`${name}: scripts in all`, { ours: [whole] }, { atMost: 60 });
    } finally {
      copy.close();
    }
  }
}
