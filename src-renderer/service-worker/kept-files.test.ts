import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const origin = "https://portal.test";
const pathOf = (request: string | Request) =>
  new URL(typeof request === "string" ? request : request.url, origin).pathname;

/** The files on the server, by their paths. */
const server = new Map<string, string>();
const fetched: string[] = [];
const fetchFile = async (request: string | Request) => {
  const path = pathOf(request);
  fetched.push(path);
  const text = server.get(path);
  return text === undefined ? new Response("", { status: 404 }) : new Response(text);
};

/** What the tests need of the browser's caches. */
const stored = new Map<string, Map<string, string>>();
const cacheOf = (name: string) => {
  const files = stored.get(name) ?? new Map<string, string>();
  stored.set(name, files);
  const add = async (path: string) => {
    const answer = await fetchFile(path);
    if (!answer.ok) throw new TypeError("not found");
    files.set(path, await answer.text());
  };
  return {
    keys: async () => [...files.keys()].map((path) => ({ url: origin + path })),
    match: async (request: string | Request) => {
      const text = files.get(pathOf(request));
      return text === undefined ? undefined : new Response(text);
    },
    put: async (request: string, answer: Response) =>
      void files.set(pathOf(request), await answer.text()),
    add,
    addAll: async (paths: string[]) => void (await Promise.all(paths.map(add))),
  };
};

const assets = ["index", "home", "about"].map((name) => `/assets/${name}-22222222.js`);
const own = { build: "b2", shell: [assets[0]], list: "/assets/files-22222222.json" };

const load = () => import("./kept-files.ts");
const asset = (path: string) => new Request(origin + path);
const names = (cache: string) => [...(stored.get(cache)?.keys() ?? [])].toSorted();

beforeEach(() => {
  server.clear();
  stored.clear();
  fetched.length = 0;
  server.set("/shell.html", '<meta name="build" content="b2">');
  for (const path of assets) server.set(path, path);
  server.set(own.list, JSON.stringify(assets));
  vi.stubGlobal("BUILT_FILES", own);
  vi.stubGlobal("fetch", fetchFile);
  vi.stubGlobal("caches", {
    keys: async () => [...stored.keys()],
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => stored.delete(name),
    match: async (request: Request) => {
      for (const name of stored.keys()) {
        const found = await cacheOf(name).match(request);
        if (found) return found;
      }
      return undefined;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("the first installation keeps the shell, and nothing that no page has loaded", async () => {
  await (await load()).install();
  expect(names("build-b2")).toEqual(["/assets/index-22222222.js", "/shell.html"]);
  expect(fetched).not.toContain(own.list);
});

it("an update brings along what takes the place of the files kept so far", async () => {
  await cacheOf("build-b1").put("/assets/home-1111-_11.js", new Response("old"));
  await (await load()).install();
  expect(names("build-b2")).toContain("/assets/home-22222222.js");
  expect(names("build-b2")).not.toContain("/assets/about-22222222.js");
});

it("a shell of another build is not kept: its files would be missing offline", async () => {
  server.set("/shell.html", '<meta name="build" content="b3">');
  await expect((await load()).install()).rejects.toThrow("another build");
  server.delete("/shell.html");
  await expect((await load()).install()).rejects.toThrow("another build");
});

it("files of an earlier build are found, and kept on when its cache goes", async () => {
  await cacheOf("build-b1").put("/assets/gone-11111111.js", new Response("old"));
  const { answerAsset, deleteUnused } = await load();
  const work: Promise<unknown>[] = [];
  const answer = () => answerAsset(asset("/assets/gone-11111111.js"), (each) => work.push(each));
  expect(await (await answer()).text()).toBe("old");
  await Promise.all(work);
  await deleteUnused(new Set(["b1"]));
  expect([...stored.keys()]).toContain("build-b1");
  await deleteUnused(new Set(["b2"]));
  expect([...stored.keys()]).toEqual(["build-b2"]);
  expect(await (await answer()).text()).toBe("old");
  expect(fetched).toEqual([]);
});

it("a missing file is answered as by the server, and not kept", async () => {
  const { answerAsset } = await load();
  const answer = await answerAsset(asset("/assets/gone-33333333.js"), () => {
    throw new Error("kept");
  });
  expect(answer.status).toBe(404);
});

it("nothing but files of a build is kept, each fetched once", async () => {
  const { keepFiles } = await load();
  for (let i = 0; i < 2; i++) await keepFiles(["/assets/home-22222222.js", "/api/me"]);
  expect(fetched).toEqual(["/assets/home-22222222.js"]);
});

it("what shows kept content is known to be there only once all of it is", async () => {
  const { areKept, keepFiles } = await load();
  const paths = assets.slice(0, 2);
  await keepFiles(paths.slice(0, 1));
  expect(await areKept(paths)).toBe(false);
  await keepFiles(paths);
  expect(await areKept(paths)).toBe(true);
});

describe("a page that the server does not send", () => {
  const page = new Request(`${origin}/articles`);
  const hang = () => vi.stubGlobal("fetch", () => new Promise(() => {}));
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is the shell after a few seconds", async () => {
    const { answerPage, install } = await load();
    await install();
    hang();
    const answer = answerPage(page);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await (await answer).text()).toContain("b2");
  });

  it("is waited for where no shell is kept, and while the server may still answer", async () => {
    const { answerPage, install } = await load();
    const sent = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => sent.promise);
    const withoutShell = answerPage(page);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.stubGlobal("fetch", fetchFile);
    await install();
    vi.stubGlobal("fetch", () => sent.promise);
    const inTime = answerPage(page);
    await vi.advanceTimersByTimeAsync(4_000);
    sent.resolve(new Response("page"));
    expect(await (await withoutShell).clone().text()).toBe("page");
    expect(await inTime).toBe(await sent.promise);
  });

  it("is the shell at once without a connection, and the failure without a shell", async () => {
    const { answerPage, install } = await load();
    const fail = async () => {
      throw new TypeError("offline");
    };
    vi.stubGlobal("fetch", fail);
    await expect(answerPage(page)).rejects.toThrow("offline");
    vi.stubGlobal("fetch", fetchFile);
    await install();
    vi.stubGlobal("fetch", fail);
    expect(await (await answerPage(page)).text()).toContain("b2");
  });
});
