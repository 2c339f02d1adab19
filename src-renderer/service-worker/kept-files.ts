import { shellPath } from "../../src-shared/service-worker.ts";
import { built } from "./built-files.ts";

/** Every build has a cache of its own, so that windows of an older build find their files in theirs. */
const prefix = "build-";
const ownName = prefix + built.build;

const openOwn = () => caches.open(ownName);

/** Names of all builds' caches, oldest first. */
const cacheNames = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

const pathsIn = async (cache: Cache) =>
  (await cache.keys()).map(({ url }) => new URL(url).pathname);

/** Returns a file's path without the hash of its content: the same in the next build. */
const withoutHash = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, "");

/** Returns the files that take the place of those that earlier builds kept on this device. */
async function successors(): Promise<string[]> {
  const names = (await cacheNames()).filter((name) => name !== ownName);
  if (names.length === 0) return [];
  const list: unknown = await (await fetch(built.list)).json();
  const paths = await Promise.all(names.map(async (name) => pathsIn(await caches.open(name))));
  const kept = new Set(paths.flat().map(withoutHash));
  const all = Array.isArray(list) ? list.map(String) : [];
  return all.filter((path) => kept.has(withoutHash(path)));
}

/** Keeps the shell. Rejects if the server sends that of another build, whose files are not kept. */
async function keepShell(cache: Cache): Promise<void> {
  const shell = await fetch(shellPath, { cache: "no-store" });
  const isOwn =
    shell.ok && !shell.redirected && (await shell.clone().text()).includes(`"${built.build}"`);
  if (!isOwn) throw new Error("The server has another build.");
  await cache.put(shellPath, shell);
}

/** Keeps files of this build, by their paths, that are not kept yet. Those that cannot be fetched are left out. */
export async function keepFiles(paths: readonly string[]): Promise<void> {
  const cache = await openOwn();
  const kept = new Set(await pathsIn(cache));
  const missing = paths.filter((path) => path.startsWith("/assets/") && !kept.has(path));
  await Promise.allSettled(missing.map((path) => cache.add(path)));
}

/** Returns whether files of this build, by their paths, are all kept. */
export async function areKept(paths: readonly string[]): Promise<boolean> {
  const kept = new Set(await pathsIn(await openOwn()));
  return paths.every((path) => kept.has(path));
}

/**
 * Keeps what the app needs to start offline, and the new versions of what this device has used. Rejects if the
 * former is not complete. During a visit these files come from the browser's cache.
 */
export async function install(): Promise<void> {
  const cache = await openOwn();
  await Promise.all([keepShell(cache), cache.addAll([...built.shell])]);
  await keepFiles(await successors());
}

/** Deletes the caches of earlier builds that no window uses. `inUse`: the builds of all windows. */
export async function deleteUnused(inUse: ReadonlySet<string>): Promise<void> {
  const unused = (await cacheNames()).filter(
    (name) => name !== ownName && !inUse.has(name.slice(prefix.length)),
  );
  await Promise.all(unused.map((name) => caches.delete(name)));
}

/** Answers with a file of any build; those from the network are kept. */
export async function answerAsset(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await openOwn();
  // The server compresses them in several ways, which `Vary` says; browsers ask for all of them.
  const options = { ignoreVary: true };
  const own = await cache.match(request, options);
  if (own) return own;
  const answer = (await caches.match(request, options)) ?? (await fetch(request));
  if (answer.ok) waitUntil(cache.put(request.url, answer.clone()).catch(() => {}));
  return answer;
}

/** ms after which the shell stands in for a page that the server is still to send: with one bar of reception none comes. */
const patience = 5_000;

const keptShell = async () => (await openOwn()).match(shellPath);

/**
 * Answers with the server's page, whatever it says, and with the shell if the server cannot be reached or takes long. A
 * device without the shell waits as long as it takes.
 */
export async function answerPage(request: Request): Promise<Response> {
  const page = fetch(request);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patience, null);
  });
  const answer = await Promise.race([page.catch(() => null), late]);
  clearTimeout(timer);
  return answer ?? (await keptShell()) ?? page;
}
