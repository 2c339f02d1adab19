import type { Browser, Request } from "@playwright/test";
import { serviceWorkerPath } from "#shared/service-worker.ts";
import { inBrowser, onDevice } from "./measured-portal.ts";

/** Budgets in kB (1000 bytes) as transferred; see docs/decisions/0005-first-load-budget.md. */
type Visit = {
  name: string;
  path: string;
  asMember?: boolean;
  atMost: number;
  /** Of a page that the API renders, before the first interaction. */
  atMostFirst?: number;
};

const rendered = { atMost: 350, atMostFirst: 30 };
const ofMembers = { asMember: true, atMost: 495 };
const visits: Visit[] = [
  { name: "home", path: "/", ...rendered },
  { name: "plans", path: "/memberships", ...rendered },
  { name: "articles", path: "/articles", ...rendered },
  { name: "register", path: "/register", atMost: 330 },
  { name: "dashboard", path: "/dashboard", ...ofMembers },
  { name: "an article", path: "/articles/building-weave-entries", ...ofMembers },
];

type Script = { path: string; bytes: number };

/** ms from the load of a page to the first interaction: less than after which it fetches the app by itself. */
const untouched = 1_500;

/** ms without a new script after which a visit is idle; late parts come within three seconds. */
const quiet = 3_500;

/** Resolves to the bytes of a body as transferred: none if it came from the browser's cache. */
async function transferred(request: Request, path: string): Promise<number> {
  if (path !== serviceWorkerPath) return (await request.sizes()).responseBodySize;
  // Chromium does not measure the service worker itself.
  return Number(await (await request.response())?.headerValue("content-length"));
}

/** Runs in the page. Returns the bytes of the scripts that stand in it. */
const inlineScripts = () =>
  [...document.scripts]
    .filter(({ src, type }) => src === "" && type !== "application/json")
    .reduce((sum, { text }) => sum + new Blob([text]).size, 0);

const kBOf = (scripts: Script[], inline = 0) =>
  scripts.reduce((sum, { bytes }) => sum + bytes, inline) / 1000;

/**
 * Visits a page with an empty cache, and interacts with it. Resolves with its scripts once no more come, and with the kB
 * of those before the interaction, which include the scripts in the page itself.
 */
const visit = (browser: Browser, address: string, token: string | undefined) =>
  onDevice(browser, { ...(token && { token }) }, async (page) => {
    const scripts: Promise<Script>[] = [];
    let lastCame = performance.now();
    // Of the context: the service worker's requests belong to no page.
    const note = (request: Request) => {
      const path = new URL(request.url()).pathname;
      if (!path.endsWith(".js")) return;
      lastCame = performance.now();
      scripts.push(transferred(request, path).then((bytes) => ({ path, bytes })));
    };
    page.context().on("requestfinished", note);
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForTimeout(untouched);
    const first = kBOf(await Promise.all(scripts), await page.evaluate(inlineScripts));
    await page.mouse.move(200, 400);
    lastCame = performance.now();
    while (performance.now() - lastCame < quiet) await page.waitForTimeout(100);
    page.context().off("requestfinished", note);
    return { scripts: (await Promise.all(scripts)).filter(({ bytes }) => bytes > 0), first };
  });

/** Prints a line, and what was transferred where it is over budget. */
function report(
  { name, atMost, atMostFirst = Infinity }: Visit,
  { scripts, first }: Awaited<ReturnType<typeof visit>>,
): void {
  const kB = kBOf(scripts);
  const isOver = kB > atMost || first > atMostFirst;
  const limit = Number.isFinite(atMostFirst) ? atMostFirst : "";
  const cells = [scripts.length, kB.toFixed(1), atMost, first.toFixed(1), limit];
  const line = name.padEnd(14) + cells.map((cell) => String(cell).padStart(9)).join("");
  console.log(line + (isOver ? "  OVER" : ""));
  if (!isOver) return;
  process.exitCode = 1;
  for (const { path, bytes } of scripts.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${String(bytes).padStart(9)}  ${path}`);
}

// All scripts that are transferred over the wire, with an empty cache, until a visit is idle.
await inBrowser(async (portal, browser) => {
  const token = await portal.signIn("member");
  const head = ["scripts", "kB", "at most", "at first", "at most"];
  console.log(`Scripts of a first visit until it is idle, as transferred\n`);
  console.log(" ".repeat(14) + head.map((cell) => cell.padStart(9)).join(""));
  for (const each of visits)
    report(
      each,
      await visit(browser, portal.origin + each.path, each.asMember ? token : undefined),
    );
});
