import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import * as z from "zod/mini";
import {
  CommandError,
  proveServer,
  refusalOf,
  requireCommandCredential,
} from "./command-channel.ts";
import type { Portal } from "#api/portal.ts";
import { dumpCommandSchema, dumpIntoDataFolder } from "#api/cli/backup/embedded-database.ts";
import { clockCommandSchema } from "#api/cli/clock/clock-command.ts";
import { runClockCommand } from "#api/cli/clock/run-clock-command.ts";
import { contentCommandSchema, maxCommandBytes } from "#api/cli/content/content-command.ts";
import { runContentCommand } from "#api/cli/content/run-content-command.ts";
import { runSyncRunCommand, syncRunCommandSchema } from "#api/cli/content/sync-runs.ts";
import { flagCommandSchema, runFlagCommand } from "#api/cli/flags/run-flag-command.ts";
import { paymentCommandSchema } from "#api/cli/payments/payment-command.ts";
import { portalCommandSchema, runPortalCommand } from "#api/cli/portal/portal-command.ts";
import { runPaymentCommand } from "#api/cli/payments/run-payment-command.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { maxUserCommandBytes, userCommandSchema } from "#api/cli/users/user-command.ts";

/** Serves the commands of a family: 200 with the lines to print, 422 with a message in English. */
function serveCommands<Schema extends z.ZodMiniType>(
  app: FastifyInstance,
  family: string,
  body: Schema,
  run: (portal: Portal, command: z.output<Schema>) => Promise<string[]>,
  options: Pick<RouteShorthandOptions, "bodyLimit"> = {},
): void {
  app.route({
    ...options,
    method: "POST",
    url: `/commands/${family}`,
    schema: { hide: true, body },
    onRequest: requireCommandCredential,
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const refusal = refusalOf(request);
      if (refusal) return reply.code(422).send({ message: refusal });
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

/** Serves the commands that run in the API. They get a 404 without the credential from the data folder. */
export async function commandRoutes(app: FastifyInstance): Promise<void> {
  const proof = z.object({ challenge: z.string().check(z.regex(/^[\w-]{43}$/)) });
  app.post("/commands/proof", { schema: { hide: true, body: proof } }, async ({ body }, reply) => {
    const { challenge } = body as z.infer<typeof proof>; // parsed by the schema above
    return reply
      .header("cache-control", "no-store")
      .send({ proof: proveServer(app.portal, challenge) });
  });
  serveCommands(app, "users", userCommandSchema, runUserCommand, {
    bodyLimit: maxUserCommandBytes,
  });
  serveCommands(app, "flags", flagCommandSchema, runFlagCommand);
  serveCommands(app, "clock", clockCommandSchema, runClockCommand);
  serveCommands(app, "portal", portalCommandSchema, runPortalCommand);
  serveCommands(app, "payments", paymentCommandSchema, runPaymentCommand);
  const bodyLimit = maxCommandBytes;
  const anyContentCommand = z.union([contentCommandSchema, syncRunCommandSchema]);
  const runAny = (portal: Portal, command: z.infer<typeof anyContentCommand>) =>
    command.command === "start-sync" || command.command === "sync-progress"
      ? runSyncRunCommand(portal, command)
      : runContentCommand(portal, command);
  serveCommands(app, "content", anyContentCommand, runAny, { bodyLimit });
  serveCommands(app, "backup", dumpCommandSchema, dumpIntoDataFolder);
}
