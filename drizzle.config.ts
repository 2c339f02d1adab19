import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./src-api/database/schema.ts",
  out: "./src-api/database/migrations",
});
