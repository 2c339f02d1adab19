import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "#shared/api/endpoint.ts";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "answer" in value;

/** Returns every endpoint of the contract, from all of its files. */
export async function contract(): Promise<Endpoint[]> {
  const folder = fileURLToPath(new URL("../../src-shared/api/", import.meta.url));
  const modules: object[] = await Promise.all(
    globSync(`${folder}*.ts`, { exclude: ["**/*.test.ts"] }).map(
      (file) => import(/* @vite-ignore */ file),
    ),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}
