import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { runProgram, UsageError } from "./command-program.ts";
import { runUserCommand } from "./run-user-command.ts";
import { userCommandSchema, type UserCommand } from "./user-command.ts";

const usage = `Usage: npm run users -- <command>

  add <email> [--name <name>] [--admin] [--judge] [--reviewer] [--password-stdin]
      Adds a user whose address counts as proven. Prints a password that it makes up, or
      takes the one on standard input.
  admin <email> on|off             Gives or takes the admin role.
  grant <email> [--until <day>]    Gives a membership that costs nothing, up to and including
                                   that day (YYYY-MM-DD, UTC), or without end.
  revoke <email>                   Ends a granted membership now.
  list                             Lists all users.
  reset <email>                    Prints a link with which a new password is chosen.
  merge-unproven <email>           Moves what was bought through accounts that never proved this
                                   address to the account that did, and deletes them.`;

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: "string" },
        admin: { type: "boolean", default: false },
        judge: { type: "boolean", default: false },
        reviewer: { type: "boolean", default: false },
        "password-stdin": { type: "boolean", default: false },
        until: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Arguments = ReturnType<typeof readArguments>;

/** What was typed, as the fields of a command; its schema tells what is wrong with them. */
async function fieldsOf({ values, positionals }: Arguments): Promise<Record<string, unknown>> {
  const [command, email, ...rest] = positionals;
  const extra =
    command === "admin" ? rest.slice(1) : command === "list" ? positionals.slice(1) : rest;
  if (extra.length > 0) throw new UsageError(`There is no use for ${extra.join(" ")}.`);
  if (command === "admin" && rest[0] !== "on" && rest[0] !== "off") {
    throw new UsageError("Say on or off after the address.");
  }
  if (command === "list") return { command };
  if (command === "admin") return { command, email, on: rest[0] === "on" };
  if (command === "grant") return { command, email, until: values.until ?? null };
  if (command !== "add") return { command, email };
  const { admin, judge, reviewer, name = email?.split("@")[0] } = values;
  const roles = [admin && "ROLE_ADMIN", judge && "ROLE_JUDGE", reviewer && "ROLE_REVIEWER"];
  const password = values["password-stdin"]
    ? (await text(process.stdin)).replace(/\r?\n$/, "")
    : undefined;
  return { command, email, name, roles: roles.filter(Boolean), password };
}

const complaints: Record<string, string> = {
  command: "That is no command.",
  email: "Name the e-mail address of the user.",
  name: "The name has to have 1 to 100 characters.",
  password: "The password has to have 8 to 128 characters.",
  until: "Write the day as YYYY-MM-DD.",
};

async function readCommand(args: Arguments): Promise<UserCommand> {
  const parsed = userCommandSchema.safeParse(await fieldsOf(args));
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0]);
  throw new UsageError(complaints[field] ?? "That is no command.");
}

async function read(argv: string[]): Promise<UserCommand | null> {
  const args = readArguments(argv);
  if (args.values.help) return null;
  if (args.positionals.length === 0) throw new UsageError("Name a command.");
  return readCommand(args);
}

await runProgram({ family: "users", usage, read, run: runUserCommand });
