import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSmtpServer, type SmtpServer } from "#api/testing/smtp-server.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { findFreePort } from "./container.ts";
import { runTool } from "./run-tool.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let folder: TemporaryFolder;
let smtp: SmtpServer;
let programs: string;
let databasePort: number;

const asPostgres = (program: string, ...args: string[]) =>
  runTool("runuser", ["-u", "postgres", "--", join(programs, program), ...args]);

beforeAll(async () => {
  folder = await temporaryFolder();
  smtp = await startSmtpServer();
  programs = await runTool("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1"]);
  databasePort = await findFreePort();
  const database = join(folder.path, "database");
  await runTool("chmod", ["755", folder.path]);
  await runTool("install", ["-d", "-o", "postgres", database]);
  const data = join(database, "data");
  await asPostgres("initdb", "-D", data, "--auth-local=trust", "--auth-host=scram-sha-256");
  const options = `-p ${databasePort} -k ${database} -c listen_addresses=127.0.0.1 -c fsync=off`;
  await asPostgres("pg_ctl", "-D", data, "-w", "-l", join(database, "log"), "-o", options, "start");
  await runTool("git", ["clone", "--quiet", "--bare", root, join(folder.path, "repository")]);
  await runTool("git", ["-C", join(folder.path, "repository"), "tag", "--force", "v0.1.0"]);
});
afterAll(async () => {
  await asPostgres("pg_ctl", "-D", join(folder.path, "database/data"), "-m", "immediate", "stop");
  await smtp.close();
  await rm(folder.path, { recursive: true, force: true });
});

/** Returns the commands of the page in their order, as they are typed. */
async function documentedCommands(): Promise<string> {
  const page = await readFile(join(root, "docs/operation.md"), "utf8");
  const [, section = ""] =
    /^## From nothing to a portal without containers\n(.*?)^## /ms.exec(page) ?? [];
  const blocks = [...section.matchAll(/^ {3}```sh\n(.*?)^ {3}```/gms)].map(([, text = ""]) =>
    text.replaceAll(/^ {3}/gm, ""),
  );
  expect(blocks).toHaveLength(7);
  return blocks.join("\n");
}

/** Returns what the documented unit starts, as a command that stays in the background. */
async function documentedService(): Promise<string> {
  const page = await readFile(join(root, "docs/operation.md"), "utf8");
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(page)?.[1] ?? "";
  return `(cd ${valueOf("WorkingDirectory")} && exec setsid env -i ${valueOf("Environment")} setpriv --reuid ${valueOf("User")} --regid ${valueOf("Group")} \\
    --init-groups --no-new-privs ${valueOf("ExecStart")} > /mnt/outside/log 2>&1) & echo $! > /mnt/outside/pid`;
}

/** A copy of this machine that forgets what is written, with the network and the programs of the machine. */
const sandbox = `
  set -e
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/upper /mnt/work /mnt/root
  mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
  for own in proc dev sys; do mount --rbind /$own /mnt/root/$own; done
  mkdir /mnt/root/mnt/outside /mnt/root/mnt/packages
  mount --bind "$OUTSIDE" /mnt/root/mnt/outside
  mount --bind "$PACKAGES" /mnt/root/mnt/packages
  exec chroot /mnt/root /bin/bash -e -x /mnt/outside/commands
`;

test("the commands of docs/operation.md without containers lead to a portal that answers, sends mail and has an admin", async () => {
  const port = await findFreePort();
  /** What differs on this machine from the one that the page describes, each of which has to be on the page. */
  const differences: [string, string][] = [
    // Where the release comes from, and its packages, which are installed already.
    ["<repository>", "file:///mnt/outside/repository"],
    ["npm ci\n", "mkdir node_modules && mount --bind /mnt/packages node_modules\n"],
    // The servers, and a port that is free.
    ["127.0.0.1:5432", `127.0.0.1:${databasePort}`],
    ["smtps://portal:secret@mail.example.com", `smtp://127.0.0.1:${smtp.port}\nPORT=${port}`],
    // The password that is typed twice.
    ["createuser --pwprompt ringside", "createuser --pwprompt ringside <<< $'secret\\nsecret'"],
    // No systemd runs here.
    ["systemctl enable --now ringside", await documentedService()],
  ];
  let commands = await documentedCommands();
  for (const [documented, here] of differences) {
    expect(commands).toContain(documented);
    commands = commands.replaceAll(documented, () => here);
  }
  // As a reader who goes on once the portal answers; the commands after it speak to it.
  const ready = `set +x; until curl -sf http://127.0.0.1:${port}/api/health/ready; do kill -0 $! || exit 1; sleep 0.2; done; set -x\n`;
  const [before = "", after = ""] = commands.split(await documentedService());
  await folder.write({ commands: `${before}${await documentedService()}\n${ready}${after}` });

  const child = spawn("unshare", ["--mount", "setsid", "sh", "-c", sandbox], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PGHOST: "/mnt/outside/database",
      PGPORT: `${databasePort}`,
      OUTSIDE: folder.path,
      PACKAGES: join(root, "node_modules"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  }
  const [code] = await once(child, "exit");
  const logged = () => readFile(join(folder.path, "log"), "utf8").catch(() => "no log");
  expect(code, code === 0 ? "" : `${output}\n${await logged()}`).toBe(0);
  const pid = Number(await readFile(join(folder.path, "pid"), "utf8"));
  try {
    expect(output).toContain("took an e-mail to you@example.com");
    expect(smtp.mails.join("")).toContain("can send e-mail");
    expect(output).toMatch(/Make the first admin at this address.*\n.*\/set-up\/[\w-]{43}/);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(await answer.json()).toMatchObject({ status: "ok", database: "ok" });
    expect(await runTool("ps", ["-o", "user=", "-p", `${pid}`])).not.toBe("root");
  } finally {
    process.kill(pid);
  }
});
