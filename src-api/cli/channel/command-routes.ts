import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import { requireCommandCredential } from "./command-channel.ts";
import { CommandError } from "./command-error.ts";
import type { CommandGround } from "./command-program.ts";
import { flagCommandSchema } from "../flags/flag-command.ts";
import { runFlagCommand } from "../flags/run-flag-command.ts";
import { runUserCommand } from "../users/run-user-command.ts";
import { userCommandSchema } from "../users/user-command.ts";

/** Takes the commands of a family: 200 with the lines to print, 422 with a message in English. */
function take<Schema extends z.ZodMiniType>(
  app: FastifyInstance,
  family: string,
  body: Schema,
  run: (ground: CommandGround, command: z.output<Schema>) => Promise<string[]>,
): void {
  app.route({
    method: "POST",
    url: `/commands/${family}`,
    schema: { hide: true, body },
    onRequest: requireCommandCredential,
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const command = request.body as z.output<Schema>; // parsed by the schema above
      try {
        return { lines: await run(app.portal, command) };
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return reply.code(422).send({ message: error.message });
      }
    },
  });
}

/**
 * What the commands of `src-api/cli` ask the running API to do. Only for holders of the credential
 * in the data folder, 404 otherwise.
 */
export async function commandRoutes(app: FastifyInstance): Promise<void> {
  take(app, "users", userCommandSchema, runUserCommand);
  take(app, "flags", flagCommandSchema, runFlagCommand);
}
