import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { Argument, InvalidArgumentError, type Command } from "commander";
import type { Role } from "#shared/active-member.ts";
import { emailField, newPasswordField, requiredText } from "#shared/api/fields.ts";
import { onOrOff, parseWith } from "#api/cli/channel/arguments.ts";
import { parseDay } from "#api/cli/channel/days.ts";
import { roleCommands, type UserCommand } from "./user-command.ts";

const emailArgument = () =>
  new Argument("<email>").argParser(parseWith(emailField, "Name the e-mail address of the user."));

const parseName = parseWith(requiredText(100), "The name has to have 1 to 100 characters.");
const parsePassword = parseWith(newPasswordField, "The password has to have 8 to 128 characters.");

type AddOptions = {
  name?: string;
  admin?: true;
  judge?: true;
  reviewer?: true;
  passwordStdin?: true;
};

function rolesOf({ admin, judge, reviewer }: AddOptions): Role[] {
  return [
    ...(admin ? (["ROLE_ADMIN"] as const) : []),
    ...(judge ? (["ROLE_JUDGE"] as const) : []),
    ...(reviewer ? (["ROLE_REVIEWER"] as const) : []),
  ];
}

/** Reads a password from standard input. Ends the program with a message if it is invalid. */
async function readPassword(command: Command): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  try {
    return parsePassword(password);
  } catch (error) {
    if (error instanceof InvalidArgumentError) command.error(`error: ${error.message}`);
    throw error;
  }
}

/** Declares `npm run users`. */
export function defineUserCommands(
  program: Command,
  perform: (command: UserCommand) => Promise<void>,
): void {
  program.description("Accounts, their roles and memberships.");
  program
    .command("add")
    .description("adds a user with a confirmed address; prints a generated password")
    .addArgument(emailArgument())
    .option("--name <name>", "the part of the address before the @ by default", parseName)
    .option("--admin", "with the admin role")
    .option("--judge", "with the judge role")
    .option("--reviewer", "with the reviewer role")
    .option("--password-stdin", "takes the password from standard input")
    .action(async (email: string, options: AddOptions, command: Command) => {
      const { name = email.split("@")[0] ?? email, passwordStdin } = options;
      const password = passwordStdin && (await readPassword(command));
      await perform({ command: "add", email, name, roles: rolesOf(options), password });
    });
  for (const command of roleCommands) {
    program
      .command(command)
      .description(`gives or takes the ${command} role`)
      .addArgument(emailArgument())
      .addArgument(onOrOff())
      .action((email: string, state: string) => perform({ command, email, on: state === "on" }));
  }
  program
    .command("grant")
    .description("gives a free membership")
    .addArgument(emailArgument())
    .option(
      "--until <day>",
      "last day (YYYY-MM-DD), in the brand's time zone; no end by default",
      parseDay,
    )
    .action((email: string, { until }: { until?: string }) =>
      perform({ command: "grant", email, until: until ?? null }),
    );
  const commandsOfAddress = {
    revoke: "ends a granted membership now",
    delete: "deletes an account and its data, an admin's too",
    reset: "prints a link for choosing a new password",
    "enrol-factor":
      "prints a code with which an admin adds a second factor or a passkey: it works once, for an hour",
    "remove-second-factor":
      "removes the second factor and the passkeys of a user who lost them; ends all sessions",
    "merge-unproven":
      "moves the purchases of accounts that never confirmed this address to the account that did, and deletes those accounts",
  } as const;
  for (const [name, description] of Object.entries(commandsOfAddress)) {
    const command = name as keyof typeof commandsOfAddress; // Object.entries loses the key type
    program
      .command(command)
      .description(description)
      .addArgument(emailArgument())
      .action((email: string) => perform({ command, email }));
  }
  program
    .command("import")
    .description(
      "imports members of another site from a CSV file (Ghost, Memberful, Stripe, this portal); mails nobody, and can be repeated",
    )
    .argument("<file>", "CSV file with the names of its columns in the first line")
    .option("--dry-run", "changes nothing, and prints what would happen with each line")
    .action(async (path: string, { dryRun }: { dryRun?: true }, command: Command) => {
      const file = await readFile(path, "base64").catch(() =>
        command.error(`error: ${path} cannot be read.`),
      );
      await perform({ command: "import", name: basename(path), file, isDryRun: dryRun ?? false });
    });
  program
    .command("setup")
    .description("prints a new address at which the first admin is made, in a portal without one")
    .action(() => perform({ command: "setup" }));
  program
    .command("remove-demo")
    .description("deletes the accounts created in demo mode")
    .action(() => perform({ command: "remove-demo" }));
  program
    .command("list")
    .description("lists all users")
    .action(() => perform({ command: "list" }));
}
