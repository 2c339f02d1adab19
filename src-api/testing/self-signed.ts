import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Makes a certificate for a name, signed by itself, with files in a folder. */
export async function selfSigned(folder: string, name: string) {
  const [key, cert] = [`${folder}/${name}.key`, `${folder}/${name}.crt`];
  await promisify(execFile)("openssl", [
    ..."req -x509 -newkey rsa:2048 -nodes -days 2 -addext".split(" "),
    `subjectAltName=DNS:${name}`,
    ..."-subj".split(" "),
    `/CN=${name}`,
    "-keyout",
    key,
    "-out",
    cert,
  ]);
  return { key: await readFile(key), cert: await readFile(cert) };
}
