import { afterEach, describe, expect, test } from "vitest";
import { routeIds, routes } from "#shared/routes.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { sampleContent } from "#api/testing/sample-content.ts";
import { sampleRenderer } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { contentRedirects } from "#api/modules/library/schema.ts";
import { moveRedirects, parseFormer, removeRedirectsTo } from "./redirects.ts";
import { redirects } from "./schema.ts";

const folder = await forFile(temporaryFolder());
await folder.write(
  Object.fromEntries(Object.entries(sampleRenderer).map(([name, file]) => [`built/${name}`, file])),
);
const portal = await forFile(
  createContentPortal(sampleContent, { rendererFolder: `${folder.path}/built` }),
);
const { database } = portal.portal;
afterEach(async () => void (await database.delete(redirects)));

const save = async (list: string) =>
  (await portal.send("POST", "/redirects", "admin", { list })).json();
const list = async (query = "") => (await portal.get(`/redirects${query}`, "admin")).json();

/** Returns where an address leads: the status, and the location if there is one. */
async function open(url: string, method: "GET" | "HEAD" = "GET") {
  const { statusCode, headers } = await portal.app.inject({ method, url });
  return headers.location === undefined ? [statusCode] : [statusCode, headers.location];
}

const entry = "/preview/articles/weave-entries";

describe("a former address", () => {
  test.each([
    ["/old", "/old"],
    ["/old", "/old/"],
    ["/old/", "/old"],
    ["/2019/05/old.html", "/2019/05/old.html"],
    ["https://old.example/zażółć/", "/za%C5%BC%C3%B3%C5%82%C4%87/"],
    ["/caf%C3%A9", "/cafe%CC%81"], // composed and decomposed
    ["/a b", "/a%20b"],
    ["/blog/gone", "/blog/gone"], // no entry of the portal has it
  ])("%s leads %s there", async (from, requested) => {
    expect(await save(`${from},${entry}`)).toMatchObject({ added: 1, problems: [] });
    expect(await open(requested)).toEqual([301, entry]);
    expect(await open(requested, "HEAD")).toEqual([301, entry]);
  });

  test.each(["/OLD", "/old/er", "//old", "/old%", "/api/old", "/assets/old"])(
    "does not lead %s anywhere",
    async (requested) => {
      await save(`/old,${entry}`);
      expect(await open(requested)).toEqual([404]);
    },
  );

  test("keeps the query, joined with that of its target, which comes first", async () => {
    await save(`/old,${entry}?lang=pl#part`);
    expect(await open("/old?utm_source=a%20b&lang=en")).toEqual([
      301,
      `${entry}?lang=pl&utm_source=a+b#part`,
    ]);
  });

  test("can be corrected: browsers ask again within an hour", async () => {
    await save(`/old,${entry}`);
    const { headers } = await portal.app.inject("/old");
    expect(headers["cache-control"]).toBe("max-age=3600");
  });

  test("leads in one step along a chain, also over the former slug of an entry", async () => {
    await save("/a,/b\n/b,/c?x=1\n/c,/about");
    expect(await open("/a?y=2")).toEqual([301, "/about?x=1&y=2"]);
    const former = { kind: "articles", from: "former", to: "weave-entries" } as const;
    await database.insert(contentRedirects).values(former);
    await save("/d,/articles/former");
    expect(await open("/d")).toEqual([301, "/articles/weave-entries"]);
    await save("/e,/articles/former?lang=pl#part");
    expect(await open("/e")).toEqual([301, "/articles/weave-entries?lang=pl#part"]);
  });

  test("is the portal's own page as soon as there is one", async () => {
    await save("/blog/gone,/about");
    await database.insert(redirects).values({
      path: "/articles/weave-entries",
      target: "/about",
      origin: "admin",
    });
    expect(await open("/blog/gone")).toEqual([301, "/about"]);
    expect(await open("/articles/weave-entries")).toEqual([200]);
  });

  test("of a feed leads to the feed, unless an admin says otherwise", async () => {
    expect(await open("/rss/")).toEqual([301, "/feed.atom"]);
    expect(await open("/index.xml?lang=pl")).toEqual([301, "/feed.atom?lang=pl"]);
    await save("/rss,/feed.json");
    expect(await open("/rss/")).toEqual([301, "/feed.json"]);
  });
});

/** Returns the addresses of the server's routes, but for those of pages and for what is left to redirects. */
function servedAddresses(): string[] {
  const above: string[] = [];
  const paths = portal.app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, lead = "", part = "", methods] = /^(.*?[├└]── )(\S+)( \()?/.exec(line) ?? [];
      above.length = Math.max(0, lead.length / 4 - 1);
      above.push(part);
      return methods ? above.join("") : [];
    });
  const ofPages = new Set<string>(routeIds.map((id) => routes[id].path));
  return paths.filter((path) => !ofPages.has(path) && path !== "/*");
}

test("no address that the portal serves itself can be redirected, since that would never be looked up", () => {
  const served = servedAddresses();
  expect(served).toContain("/.well-known/security.txt");
  expect(served).toContain("/api/redirects");
  expect(served.filter((path) => "path" in parseFormer(path))).toEqual([]);
});

describe("a list", () => {
  test.each([
    ["/old", "columns"],
    ["/a,/about,/more", "columns"],
    ["old,/about", "from"],
    ["/a\\b,/about", "from"],
    ["/%E0%A4%A,/about", "from"],
    [`/${"x".repeat(500)},/about`, "from"],
    ["/?p=12,/about", "query"],
    ["/about,/contact", "own"],
    ["https://old.example/,/about", "own"],
    ["/api/old,/about", "own"],
    ["/feed.atom,/about", "own"],
    ["/sitemap.xml,/about", "own"],
    ["/robots.txt,/about", "own"],
    ["/service-worker.js,/about", "own"],
    ["/.well-known/security.txt,/about", "own"],
    ["/sitemaps/1.xml,/about", "own"],
    ["/og/en/home.png,/about", "own"],
    ["/favicon.svg,/about", "own"],
    ["/brand/a1b2/og.png,/about", "own"],
    ["/old,about", "to"],
    ["/old,", "to"],
    ["/old,/\\evil.example", "elsewhere"],
    ["/old,/.//evil.example", "to"],
    ["/old,/\t/evil.example", "to"],
    ["/old,//evil.example", "elsewhere"],
    ["/old,\\\\evil.example", "elsewhere"],
    ["/old,https://evil.example/about", "elsewhere"],
    ["/old,javascript:alert(1)", "elsewhere"],
    ["/old,/artcles/weave-entries", "unknown"],
    ["/old,/new.html", "unknown"],
    ["/old,/old/", "circle"],
  ])("does not take %s: %s", async (line, problem) => {
    const answer = await save(
      `from,to\n# a comment\n/fine,/about\n\n"${line.replace(",", '","')}"`,
    );
    const asWritten = await save(`/fine,/about\n${line}`);
    expect(problem === "columns" ? asWritten : answer).toEqual({
      added: 0,
      changed: 0,
      problems: [{ line: problem === "columns" ? 2 : 5, problem }],
    });
    expect((await list()).total).toBe(0);
  });

  test("refuses a circle, also one that closes what is stored, and two answers for one address", async () => {
    const inCircle = [1, 2, 3].map((line) => ({ line, problem: "circle" }));
    expect((await save("/a,/b\n/b,/c\n/c,/a\n/d,/a")).problems).toEqual(inCircle);
    await save("/a,/b\n/b,/about");
    expect((await save("/b,/a")).problems).toEqual([{ line: 1, problem: "circle" }]);
    expect((await save("/x,/about\n/x/,/about\n/x,/contact")).problems).toEqual([
      { line: 3, problem: "repeated" },
    ]);
  });

  test.each([
    "/a b;/about\r\n/c;/contact\r\n",
    "\uFEFFFrom\tTo\n/a b\t/about\n/c\t/contact",
    '# from, to\n /a b ; "/about" \n/c;/contact',
  ])("comes as other programs write it", async (text) => {
    expect(await save(text)).toEqual({ added: 2, changed: 0, problems: [] });
    expect((await list()).items).toEqual([
      { path: "/a b", target: "/about", origin: "admin" },
      { path: "/c", target: "/contact", origin: "admin" },
    ]);
  });

  test.each([" ", "\t", '"'])("with a very long line of %j is refused at once", async (one) => {
    const many = one.repeat(100_000);
    for (const line of [`${many}x`, `/old,${many}"`, `"/old"${many}x,/about`, `x\t${many}"`]) {
      const begun = performance.now();
      expect((await save(line)).problems).toHaveLength(1);
      expect(performance.now() - begun).toBeLessThan(2_000);
    }
  });

  test("has at most 5,000 addresses of admins, of which 50 are shown at a time and some are searched for", async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `/old/${at + 10_000},/about`);
    expect((await save([...many, "/one,/about"].join("\n"))).problems).toEqual([
      { line: 5001, problem: "limit" },
    ]);
    expect(await save(many.join("\n"))).toMatchObject({ added: 5000, problems: [] });
    expect((await save("/one,/about")).problems).toEqual([{ line: 1, problem: "limit" }]);
    expect(await save("/old/10000,/contact")).toMatchObject({ changed: 1, problems: [] });
    const first = await list();
    expect([first.items.length, first.nextAfter, first.total]).toEqual([50, "/old/10049", 5000]);
    expect((await list(`?after=${first.nextAfter}`)).items[0].path).toBe("/old/10050");
    expect((await list("?search=CONTACT")).items).toEqual([
      { path: "/old/10000", target: "/contact", origin: "admin" },
    ]);
  });

  test("is for admins", async () => {
    for (const person of ["visitor", "user", "member", "reviewer"] as const) {
      const status = person === "visitor" ? 401 : 403;
      expect((await portal.get("/redirects", person)).statusCode).toBe(status);
      const sent = await portal.send("POST", "/redirects", person, { list: "/a,/about" });
      expect(sent.statusCode).toBe(status);
      const removal = await portal.send("DELETE", "/redirects?path=/a", person);
      expect(removal.statusCode).toBe(status);
    }
  });
});

test("an address is removed once", async () => {
  await save("/zażółć,/about");
  const remove = () =>
    portal.send("DELETE", `/redirects?path=${encodeURIComponent("/zażółć")}`, "admin");
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404]);
  expect(await open("/za%C5%BC%C3%B3%C5%82%C4%87")).toEqual([404]);
});

test("those of an entry follow it to another address, and go with it", async () => {
  await save(`/old,${entry}?lang=pl#a\n/other,/preview/articles/weave-entries-2`);
  const moved = { kind: "articles", from: "weave-entries", to: "weaves" } as const;
  await moveRedirects(database, moved);
  expect((await list()).items.map(({ target }: { target: string }) => target)).toEqual([
    "/preview/articles/weaves?lang=pl#a",
    "/preview/articles/weave-entries-2",
  ]);
  await removeRedirectsTo(database, [{ kind: "articles", slug: "weaves" }]);
  expect((await list()).items.map(({ path }: { path: string }) => path)).toEqual(["/other"]);
});

describe("redirects.csv of the content folder", () => {
  const write = async (text: string) => {
    const content = await temporaryFolder();
    await content.write({ ...sampleContent, "redirects.csv": text });
    return content;
  };

  test("brings its addresses, takes them away, and leaves those of admins alone", async () => {
    const content = await write("from,to\n/old,/about\n/mine,/about\n");
    await save("/mine,/contact");
    const report = await syncFolder(portal.portal, content.path);
    expect(report.skipped).toEqual(["redirects.csv: /mine"]);
    expect((await save("/old,/contact")).problems).toEqual([{ line: 1, problem: "file" }]);
    expect((await portal.send("DELETE", "/redirects?path=/old", "admin")).json().code).toBe(
      "read-only",
    );
    await content.write({ "redirects.csv": "from,to\n/new,/about\n" });
    const second = await syncFolder(portal.portal, content.path);
    expect([second.written, second.removed]).toEqual([1, 1]);
    expect((await list()).items).toEqual([
      { path: "/mine", target: "/contact", origin: "admin" },
      { path: "/new", target: "/about", origin: "file" },
    ]);
  });

  test("names its mistakes by line, keeps what can be used, and removes nothing then", async () => {
    const content = await write("/kept,/about\n");
    await syncFolder(portal.portal, content.path);
    await content.write({ "redirects.csv": "from,to\n/a,//evil.example\n/b,/a,\n/c,/about\n" });
    await expect(syncFolder(portal.portal, content.path)).rejects.toThrow(
      "redirects.csv:2: to: addresses lead to pages of this portal only\nredirects.csv:3: needs two addresses",
    );
    expect((await list()).items.map(({ path }: { path: string }) => path)).toEqual(["/c", "/kept"]);
  });

  test("is part of an export, as a sync reads it", async () => {
    await save(
      '"/a,b",/about\n/zażółć,/preview/articles/weave-entries?lang=pl\n/100%25%3F%23,/about',
    );
    const out = await temporaryFolder();
    await typeContent(portal, "export", `${out.path}/out`);
    await database.delete(redirects);
    await syncFolder(portal.portal, `${out.path}/out`);
    expect((await list()).items).toEqual([
      { path: "/100%?#", target: "/about", origin: "file" },
      { path: "/a,b", target: "/about", origin: "file" },
      { path: "/zażółć", target: "/preview/articles/weave-entries?lang=pl", origin: "file" },
    ]);
  });
});
