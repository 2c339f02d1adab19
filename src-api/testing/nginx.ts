import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { temporaryFolder } from "./temporary-folder.ts";

const binary = "/usr/sbin/nginx";

/** Whether Debian's nginx is installed. */
export function hasNginx(): boolean {
  try {
    accessSync(binary);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the configuration of docs/operation.md, and of docs/operation-advanced.md for several instances, with addresses of this machine and without TLS.
 *
 * @param origins of the instances
 */
async function documentedConfig(folder: string, port: number, origins: readonly string[]) {
  const pages = await Promise.all(
    ["docs/operation.md", "docs/operation-advanced.md"].map((page) => readFile(page, "utf8")),
  );
  const [single = "", upstream = "", retries = ""] = [
    ...pages.join("\n").matchAll(/```nginx\n(.*?)```/gs),
  ].map(([, text]) => text);
  const cache = /^proxy_cache_path .*$/m.exec(single)?.[0] ?? "";
  const server = single
    .slice(single.lastIndexOf("server {"))
    .replaceAll(/^ *(# From nginx|listen|ssl_|server_name).*\n/gm, "")
    .replace("server {", `server {\nlisten 127.0.0.1:${port};\n${retries}`);
  const instances = origins.reduce(
    (text, origin, at) => text.replace(`127.0.0.1:${4001 + at}`, new URL(origin).host),
    upstream,
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events {}
    http {
      access_log off;
      ${temporary.join("\n")}
      ${cache.replace("/var/cache/nginx", folder)}
      ${instances}
      ${server}
    }`;
}

/** Starts Debian's nginx in front of instances, as docs/operation-advanced.md says. Close it afterwards. */
export async function startNginx(port: number, origins: readonly string[]) {
  const folder = await temporaryFolder();
  await folder.write({ "nginx.conf": await documentedConfig(folder.path, port, origins) });
  const config = `${folder.path}/nginx.conf`;
  const child = spawn(binary, ["-e", `${folder.path}/error.log`, "-c", config], {
    stdio: "inherit",
  });
  const exited = once(child, "exit");
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill("SIGQUIT");
      await exited;
      await folder.remove();
    },
  };
}
