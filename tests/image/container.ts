import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { BuiltImage } from "./built-image.ts";

/** Returns a port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Shows the files read-only, with a temporary /tmp and the volumes, then becomes the command as the image's user. */
const enter = `
  set -e
  mount --bind "$FILES" "$FILES"
  for volume in data backups; do mount --bind "$VOLUMES/$volume" "$FILES/$volume"; done
  mount -o remount,ro,bind "$FILES"
  mount -t tmpfs tmpfs "$FILES/tmp"
  mount -t proc proc "$FILES/proc"
  mount --bind /dev "$FILES/dev"
  exec chroot "$FILES" /usr/bin/env -i -C "$DIRECTORY" /usr/bin/setpriv --reuid "\${OWNER%:*}" --regid "\${OWNER#*:}" \\
    --clear-groups --no-new-privs --bounding-set=-all /usr/bin/env "$@"
`;

export type Container = ReturnType<typeof runContainer>;

/**
 * Runs a command as Docker would with `read_only`, `cap_drop: [ALL]` and `no-new-privileges`, in the network of this
 * machine. `volumes` has the folders of the volumes, which the caller creates with the rights of those in the image.
 */
export function runContainer(
  image: BuiltImage,
  volumes: string,
  command: readonly string[],
  environment: Record<string, string>,
) {
  const { Env, User, WorkingDir } = image.config;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const child = spawn(
    "unshare",
    ["--mount", "sh", "-c", enter, "sh", ...Env, ...variables, ...command],
    {
      env: {
        PATH: process.env["PATH"],
        FILES: image.files,
        VOLUMES: volumes,
        OWNER: User,
        DIRECTORY: WorkingDir,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  }
  const ended = once(child, "close").then(([code]) => Number(code));
  return {
    pid: child.pid ?? 0,
    /** What it has printed so far. */
    output: () => output,
    /** Resolves with the exit code. */
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}

/** Creates the folders of the volumes as Docker does: empty, with owner and rights of those in the image. */
export async function createVolumes(image: BuiltImage, folder: string): Promise<void> {
  for (const name of ["data", "backups"]) {
    const { uid, gid, mode } = await stat(join(image.files, name));
    await mkdir(join(folder, name));
    await chown(join(folder, name), uid, gid);
    await chmod(join(folder, name), mode & 0o777);
  }
}
