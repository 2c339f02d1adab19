import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { billOfMaterials } from "./build/bill-of-materials.ts";
import { ignoreClosedOutput } from "./command-process.ts";

ignoreClosedOutput();

const file = fileURLToPath(new URL("../../dist/sbom.cdx.json", import.meta.url));

await mkdir(dirname(file), { recursive: true });
await writeFile(file, await billOfMaterials());
process.stdout.write(`The bill of materials is in ${file}.\n`);
