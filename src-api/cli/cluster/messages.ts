import * as z from "zod/mini";

/** What a worker tells the primary once it serves requests. */
export const readySchema = z.object({
  kind: z.literal("ready"),
  /** Origin on this machine, the same for all workers. */
  origin: z.url(),
  /** What the terminal shows after the start. */
  notice: z.string(),
});

export type Ready = z.infer<typeof readySchema>;

/** What the primary tells a worker that has to end. */
export const leaveSchema = z.object({
  kind: z.literal("leave"),
  /** Whether others go on serving the address: idle connections are then kept for one more request. */
  replaced: z.boolean(),
});

export type Leave = z.infer<typeof leaveSchema>;

/** Environment variable with the secret that commands show to any of the workers. */
export const commandTokenVariable = "PORTAL_COMMAND_TOKEN";
