import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => readFile(join(root, file), "utf8");

const folder = await forFile(temporaryFolder());
const dockerfile = await read("Dockerfile");

/** Returns what the last stage copies, and what the stage of the packages removes again. */
function filesOfImage() {
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  const copied = [...lastStage.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)]
    .flatMap(([, names = ""]) => names.split(" "))
    .map((name) => name.replace("/app/", ""));
  const [, removed = ""] = /rm -rf (node_modules.*)$/m.exec(dockerfile) ?? [];
  return { copied, removed: removed.split(" ") };
}

/** Copies the files of the image, and links the packages that `npm ci --omit=dev` installs. */
async function layOut(target: string): Promise<void> {
  const { copied, removed } = filesOfImage();
  expect(copied).toEqual(expect.arrayContaining(["node_modules", "dist", "src-api", "locales"]));
  const isDelivered = (path: string) =>
    !/\.test\.tsx?$/.test(path) && !path.startsWith(join(root, "src-api/testing"));
  for (const name of copied.filter((one) => one !== "node_modules")) {
    await cp(join(root, name), join(target, name), { recursive: true, filter: isDelivered });
  }
  const lock = JSON.parse(await read("package-lock.json")) as {
    packages: Record<string, { dev?: boolean }>;
  }; // npm's own format
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const isOwn = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev;
    if (!isOwn || removed.some((name) => path === name || path.startsWith(`${name}/`))) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await symlink(join(root, path), join(target, path));
  }
}

test("the files and packages of the image are all that a portal needs to start, render its pages and end", async () => {
  await layOut(folder.path);
  const child = spawn(process.execPath, ["src-api/cli/start.ts"], {
    cwd: folder.path,
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: join(folder.path, "data"),
      CONTENT_DIR: join(folder.path, "locales"),
      SEED_DEMO: "0",
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  }
  const ended = once(child, "exit");
  const originIn = () => /runs at (http:\S+)/.exec(output)?.[1];
  await expect.poll(() => originIn() ?? child.exitCode, { timeout: 60_000 }).not.toBeNull();
  const origin = originIn();
  expect(origin, output).toBeDefined();
  const home = await fetch(`${origin}/?lang=pl`);
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("<h1")]);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("the Dockerfile has the Node of package.json, and a PostgreSQL client that dumps the server of compose.yaml", async () => {
  const [, node] = /^ARG BASE=node:([\d.]+)-/m.exec(dockerfile) ?? [];
  expect(node).toBe(packageJson.devDependencies.node);
  const [, client] = /postgresql-client-(\d+)/.exec(dockerfile) ?? [];
  const [, server] = /image: postgres:(\d+)/.exec(await read("compose.yaml")) ?? [];
  expect(Number(client)).toBeGreaterThanOrEqual(Number(server));
});

test(".dockerignore leaves the settings in that the interface's tsconfig.json extends, without which it cannot be built", async () => {
  const { extends: base } = JSON.parse(await read("src-renderer/tsconfig.json")) as {
    extends: string;
  }; // TypeScript's own format
  const ignored = (await read(".dockerignore")).split("\n");
  expect(ignored).toContain(`!${join("src-renderer", base)}`);
});

test("no service of compose.yaml is read-only and gets a configuration, which Docker refuses to copy there", async () => {
  const { services } = parse(await read("compose.yaml")) as {
    services: Record<string, { read_only?: boolean; configs?: object[] }>;
  }; // Compose's own format
  const readOnly = Object.keys(services).filter((name) => services[name]?.read_only);
  expect(readOnly).toContain("portal");
  expect(readOnly.filter((name) => services[name]?.configs)).toEqual([]);
});

test("every variable that compose.yaml requires is in .env.example", async () => {
  const required = [...(await read("compose.yaml")).matchAll(/\$\{(\w+):\?/g)].map(
    ([, name]) => name,
  );
  expect(required).not.toEqual([]);
  const example = await read(".env.example");
  for (const name of required) expect(example).toMatch(new RegExp(`^${name}=`, "m"));
});
