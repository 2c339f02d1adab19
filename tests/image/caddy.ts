import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parse } from "yaml";

const composeSchema = z.object({
  configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
});

/** Starts Caddy as compose.yaml configures it, with addresses of this machine and without TLS. Stop it afterwards. */
export async function startCaddy(folder: string, port: number, portalPort: number) {
  const { configs } = composeSchema.parse(parse(await readFile("compose.yaml", "utf8")));
  // As Compose does; Caddy then takes DOMAIN from the environment.
  const written = configs.caddyfile.content.replaceAll("$$", "$");
  const file = join(folder, "Caddyfile");
  const own = written.replace("portal:4000", `127.0.0.1:${portalPort}`);
  await writeFile(file, `{\n  admin off\n}\n${own}`);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { ...process.env, DOMAIN: `http://127.0.0.1:${port}`, HOME: folder },
    stdio: "ignore",
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}
