import * as z from "zod/mini";
import { flagKeySchema } from "../../../src-shared/api/feature-flags.ts";

/** What `npm run flags` asks for, whether the running API does it or the command itself. */
export const flagCommandSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("set"), key: flagKeySchema, on: z.boolean() }),
]);

export type FlagCommand = z.infer<typeof flagCommandSchema>;
