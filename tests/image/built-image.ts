import { copyFile, cp, mkdir, realpath, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTool } from "./run-tool.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Takes the place of `node:…-trixie-slim`, which cannot be fetched everywhere: the same Debian with the same Node. */
const base = "localhost/ringside-test-base";

type Commands = { buildah: (...args: string[]) => Promise<string> };

/** Makes the base from Debian's packages, the installed Node, and the npm of this machine. */
async function makeBase({ buildah }: Commands, folder: string): Promise<void> {
  const system = join(folder, "base");
  const packages = "--include=ca-certificates,libatomic1,libstdc++6";
  await runTool("debootstrap", ["--variant=minbase", packages, "trixie", system]);
  const local = join(system, "usr/local");
  const require = createRequire(import.meta.url);
  const node = join(dirname(require.resolve("node/package.json")), "bin/node");
  await copyFile(await realpath(node), join(local, "bin/node"));
  const npm = dirname(await realpath(await runTool("which", ["npm"])));
  await mkdir(join(local, "lib/node_modules"), { recursive: true });
  await cp(dirname(npm), join(local, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  // Of this machine, whose connections may need authorities of their own.
  const authorities = "/etc/ssl/certs/ca-certificates.crt";
  await copyFile(authorities, join(system, authorities));
  const container = await buildah("from", "scratch");
  await buildah("copy", "--quiet", container, system, "/");
  const environment = [
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    `NODE_EXTRA_CA_CERTS=${authorities}`,
    "npm_config_prefer_offline=true",
  ];
  await buildah("config", ...environment.flatMap((one) => ["--env", one]), container);
  await buildah("commit", "--quiet", "--rm", container, base);
  await rm(system, { recursive: true });
}

/** What Docker reads of an image. */
type ImageConfig = {
  Env: string[];
  Cmd: string[];
  User: string;
  WorkingDir: string;
  StopSignal: string;
  Volumes: Record<string, object>;
  ExposedPorts: Record<string, object>;
  Healthcheck: { Test: string[] };
};

export type BuiltImage = {
  /** Folder in which its files are mounted. */
  files: string;
  config: ImageConfig;
  bytes: number;
  /** Builds another image from this one, whose files in `/app` are replaced by those of a folder, and mounts its files. */
  buildOnto(files: string): Promise<BuiltImage>;
  /** Removes it, and what was built onto it. */
  remove(): Promise<void>;
};

/** Builds the image of the Dockerfile, and mounts its files. `folder` takes some GB until it is removed. */
export async function buildImage(folder: string): Promise<BuiltImage> {
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const buildah = (...args: string[]) =>
    runTool("buildah", [...storage, ...args], { BUILDAH_ISOLATION: "chroot" });
  await makeBase({ buildah }, folder);
  const cache = join(homedir(), ".npm");
  const name = "ringside-test";
  // npm opens thousands of files at once.
  const openFiles = await runTool("sh", ["-c", "ulimit -Hn"]);
  const options = {
    format: "docker",
    ulimit: `nofile=${openFiles}:${openFiles}`,
    "build-arg": `BASE=${base}`,
    volume: `${cache}:/root/.npm`,
    tag: name,
    file: join(root, "Dockerfile"),
  };
  const flags = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  await buildah("bud", "--quiet", "--pull-never", ...flags, root);
  return mountImage({ buildah }, name);
}

async function mountImage({ buildah }: Commands, name: string): Promise<BuiltImage> {
  const container = await buildah("from", "--pull-never", name);
  const files = await buildah("mount", container);
  const inspected = JSON.parse(await buildah("inspect", "--type", "image", name)) as {
    Docker: { config: ImageConfig };
  }; // buildah's own format
  const [, kilobytes = "0"] = /^(\d+)/.exec(await runTool("du", ["-sk", files])) ?? [];
  return {
    files,
    config: inspected.Docker.config,
    bytes: Number(kilobytes) * 1024,
    buildOnto: async (folder) => {
      const next = `${name}-next`;
      const changed = await buildah("from", "--pull-never", name);
      await buildah("copy", "--quiet", changed, folder, "/app");
      await buildah("commit", "--quiet", "--rm", "--format=docker", changed, next);
      return mountImage({ buildah }, next);
    },
    remove: async () => {
      await buildah("umount", "--all");
      await buildah("rm", "--all");
      await buildah("rmi", "--all", "--force");
    },
  };
}
