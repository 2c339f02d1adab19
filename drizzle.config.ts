import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./src-api/{infra,modules}/**/schema.ts",
  out: "./src-api/infra/database/migrations",
});
