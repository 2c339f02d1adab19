import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";
import type { Browser } from "@playwright/test";

type File = { body: Buffer; headers: Record<string, string> };

/** Runs in the page: returns it as HTML with its rules in one style element and without scripts. */
function asStaticHtml(): string {
  const rules = [...document.styleSheets].map((sheet) => {
    const text = [...sheet.cssRules].map(({ cssText }) => cssText).join("");
    return sheet.media.mediaText ? `@media ${sheet.media.mediaText}{${text}}` : text;
  });
  // The node is <html>, so its copy is one.
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const left of copy.querySelectorAll(
    "script, style, noscript, link[rel=stylesheet], link[rel=modulepreload]",
  ))
    left.remove();
  for (const { name } of copy.attributes) if (name.startsWith("data-")) copy.removeAttribute(name);
  const style = document.createElement("style");
  style.textContent = rules.join("");
  copy.querySelector("head")?.append(style);
  return `<!doctype html>${copy.outerHTML}`;
}

/** Returns the page as the app shows it once it is live, and the addresses of its pictures and fonts. */
async function copyPage(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.mouse.move(200, 400); // begins the take-over
    await page.waitForFunction(() => performance.getEntriesByType("resource").length > 0);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(2_000); // parts that the app adds late
    const files = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    const copied = files.filter((path) => !/^\/api\/|\.js$/.test(path));
    return { html: await page.evaluate(asStaticHtml), files: copied };
  } finally {
    await context.close();
  }
}

const compressed = (text: string | Buffer, type: string): File => ({
  body: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  headers: { "content-type": type, "content-encoding": "br" },
});

async function fetchFile(address: string): Promise<File> {
  const answer = await fetch(address);
  const type = answer.headers.get("content-type") ?? "application/octet-stream";
  const body = Buffer.from(await answer.arrayBuffer());
  const isText = /text|svg|json|xml/.test(type);
  return isText ? compressed(body, type) : { body, headers: { "content-type": type } };
}

/**
 * Copies pages of the portal to files without scripts that look the same (rules in the page, pictures and
 * fonts as files of their own) and serves them by a bare server, compressed in advance.
 */
export async function startStaticCopy(browser: Browser, portal: string, paths: readonly string[]) {
  const files = new Map<string, File>();
  for (const path of paths) {
    const page = await copyPage(browser, portal + path);
    files.set(path, compressed(page.html, "text/html; charset=utf-8"));
    for (const file of page.files)
      if (!files.has(file)) files.set(file, await fetchFile(portal + file));
  }
  const server = createServer(({ url = "/" }, answer) => {
    const file = files.get(url);
    if (file) answer.writeHead(200, file.headers).end(file.body);
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
