import type { Browser, Request } from "@playwright/test";
import { serviceWorkerPath } from "#shared/service-worker.ts";
import { launchBrowser, openDevice, startPortal } from "./measured-portal.ts";

/** kB (1000 bytes) as transferred. `kBAtFirst`: of a page that the API renders, before the first interaction. */
type Budget = { kB: number; kBAtFirst?: number };

type Visit = { name: string; path: string; asMember: boolean; budget: Budget };

// docs/decisions/0005-first-load-budget.md
const rendered = { kB: 300, kBAtFirst: 30 };
const ofMembers = { kB: 440 };
const visits: Visit[] = [
  { name: "home", path: "/", asMember: false, budget: rendered },
  { name: "plans", path: "/memberships", asMember: false, budget: rendered },
  { name: "articles", path: "/articles", asMember: false, budget: rendered },
  { name: "register", path: "/register", asMember: false, budget: { kB: 300 } },
  { name: "dashboard", path: "/dashboard", asMember: true, budget: ofMembers },
  {
    name: "an article",
    path: "/articles/building-weave-entries",
    asMember: true,
    budget: ofMembers,
  },
];

type Script = { path: string; bytes: number };

type Visited = {
  scripts: Script[];
  /** Bytes of scripts before the first interaction, those in the page itself included. */
  atFirst: number;
};

/** Visits at a time: a visit mostly waits, but more of them keep a small machine too busy. */
const atOnce = 3;

/** ms without a new script after which a visit is idle; late parts come within three seconds. */
const quiet = 3_500;

/** Resolves to the bytes of a body as transferred: none if it came from the browser's cache. */
async function transferred(request: Request, path: string): Promise<number> {
  if (path !== serviceWorkerPath) return (await request.sizes()).responseBodySize;
  // Chromium does not measure the service worker itself.
  return Number(await (await request.response())?.headerValue("content-length"));
}

/** ms from the load of a page to the first interaction: less than after which it fetches the app by itself. */
const untouched = 1_500;

/** Runs in the page. Returns the bytes of the scripts that stand in it. */
const inlineScripts = () =>
  [...document.scripts]
    .filter(({ src, type }) => src === "" && type !== "application/json")
    .reduce((sum, { text }) => sum + new Blob([text]).size, 0);

/** Visits a page with an empty cache, and interacts with it. Resolves with its scripts once no more come. */
async function visit(browser: Browser, address: string, token: string | null): Promise<Visited> {
  const { page, close } = await openDevice(browser, token);
  try {
    const scripts: Promise<Script>[] = [];
    let lastCame = performance.now();
    // Of the context: the service worker's requests belong to no page.
    page.context().on("requestfinished", (request) => {
      const path = new URL(request.url()).pathname;
      if (!path.endsWith(".js")) return;
      lastCame = performance.now();
      scripts.push(transferred(request, path).then((bytes) => ({ path, bytes })));
    });
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForTimeout(untouched);
    const early = await Promise.all(scripts);
    const inline = await page.evaluate(inlineScripts);
    await page.mouse.move(200, 400);
    lastCame = performance.now();
    while (performance.now() - lastCame < quiet) await page.waitForTimeout(100);
    const atFirst = early.reduce((sum, { bytes }) => sum + bytes, inline);
    return { scripts: (await Promise.all(scripts)).filter(({ bytes }) => bytes > 0), atFirst };
  } finally {
    await close();
  }
}

/** Prints a line about a visit. Returns what is over budget, in words. */
function report({ name, budget }: Visit, visited: Visited): string[] {
  const { scripts, atFirst } = visited;
  const { kBAtFirst = Number.POSITIVE_INFINITY } = budget;
  const kB = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const over = [
    ...(kB > budget.kB ? [`${name}: ${kB.toFixed(1)} kB`] : []),
    ...(atFirst / 1000 > kBAtFirst
      ? [`${name}: ${(atFirst / 1000).toFixed(1)} kB before the first interaction`]
      : []),
  ];
  const cells = [
    scripts.length,
    kB.toFixed(1),
    budget.kB,
    (atFirst / 1000).toFixed(1),
    budget.kBAtFirst ?? "",
    over.length > 0 ? "OVER" : "",
  ];
  console.log(name.padEnd(14) + cells.map((cell) => String(cell).padStart(9)).join(""));
  if (over.length > 0) {
    for (const { path, bytes } of scripts.toSorted((a, b) => b.bytes - a.bytes))
      console.log(`${String(bytes).padStart(9)}  ${path}`);
  }
  return over;
}

/**
 * Visits pages of the built portal in a browser, over the wire and with an empty cache, and prints all
 * scripts that are transferred until a visit is idle, and what comes before the first interaction. Returns
 * what is over budget.
 */
export async function checkVisits(): Promise<string[]> {
  const [portal, browser] = await Promise.all([startPortal(), launchBrowser()]);
  try {
    const measured: Visited[] = [];
    for (let i = 0; i < visits.length; i += atOnce) {
      const scripts = visits
        .slice(i, i + atOnce)
        .map(({ path, asMember }) =>
          visit(browser, portal.origin + path, asMember ? portal.token : null),
        );
      measured.push(...(await Promise.all(scripts)));
    }
    console.log("Scripts of a first visit until it is idle, as transferred\n");
    const head = ["scripts", "kB", "at most", "at first", "at most"];
    console.log(" ".repeat(14) + head.map((cell) => cell.padStart(9)).join(""));
    return visits.flatMap((each, i) => {
      const visited = measured[i];
      return visited ? report(each, visited) : [];
    });
  } finally {
    await browser.close();
    await portal.close();
  }
}
