import type { FastifyInstance } from "fastify";
import { CommandError } from "../../cli/command-error.ts";
import { requireCommandCredential } from "../../cli/command-channel.ts";
import { runUserCommand } from "../../cli/run-user-command.ts";
import { userCommandSchema, type UserCommand } from "../../cli/user-command.ts";

/**
 * What the commands of `src-api/cli` ask the running API to do: 200 with the lines to print, 422
 * with a message in English. Only for holders of the credential in the data folder, 404 otherwise.
 */
export default async function commands(app: FastifyInstance): Promise<void> {
  app.route<{ Body: UserCommand }>({
    method: "POST",
    url: "/commands/users",
    schema: { hide: true, body: userCommandSchema },
    onRequest: requireCommandCredential,
    handler: async ({ body }, reply) => {
      reply.header("cache-control", "no-store");
      try {
        return { lines: await runUserCommand(app.portal, body) };
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return reply.code(422).send({ message: error.message });
      }
    },
  });
}
