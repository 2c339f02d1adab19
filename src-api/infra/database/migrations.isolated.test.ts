import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";

const api = fileURLToPath(new URL("../..", import.meta.url));

test("the migrations match the schemas (npm run migrations generates a missing one)", async () => {
  const [newest = ""] = globSync("infra/database/migrations/meta/*_snapshot.json", { cwd: api })
    .toSorted()
    .toReversed();
  const files = globSync("{infra,modules}/**/schema.ts", { cwd: api }).toSorted();
  const schemas: object[] = await Promise.all(files.map((file) => import(join(api, file))));
  const before = JSON.parse(readFileSync(join(api, newest), "utf8"));
  const after = generateDrizzleJson(Object.assign({}, ...schemas), before.id);
  expect(await generateMigration(before, after)).toEqual([]);
});
