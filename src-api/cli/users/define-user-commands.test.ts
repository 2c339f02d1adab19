import { describe, expect, test } from "vitest";
import { readCommand } from "#api/cli/channel/testing/read-command.ts";
import { defineUserCommands } from "./define-user-commands.ts";

const read = (...args: string[]) =>
  readCommand({ name: "users", define: defineUserCommands }, args);

describe("the users command line", () => {
  test.each([
    [["list"], { command: "list" }],
    [["remove-demo"], { command: "remove-demo" }],
    [
      ["add", " Ada@Example.com ", "--admin", "--reviewer"],
      {
        command: "add",
        email: "ada@example.com",
        name: "ada",
        roles: ["ROLE_ADMIN", "ROLE_REVIEWER"],
      },
    ],
    [
      ["add", "ada@example.com", "--name", "Ada L."],
      { command: "add", email: "ada@example.com", name: "Ada L.", roles: [] },
    ],
    [["admin", "a@example.com", "off"], { command: "admin", email: "a@example.com", on: false }],
    [["judge", "a@example.com", "on"], { command: "judge", email: "a@example.com", on: true }],
    [
      ["reviewer", "a@example.com", "off"],
      { command: "reviewer", email: "a@example.com", on: false },
    ],
    [["grant", "a@example.com"], { command: "grant", email: "a@example.com", until: null }],
    [
      ["grant", "a@example.com", "--until", "31 December 2026"],
      { command: "grant", email: "a@example.com", until: "2026-12-31" },
    ],
    [["revoke", "a@example.com"], { command: "revoke", email: "a@example.com" }],
    [["reset", "a@example.com"], { command: "reset", email: "a@example.com" }],
    [
      ["remove-second-factor", "a@example.com"],
      { command: "remove-second-factor", email: "a@example.com" },
    ],
    [["delete", "a@example.com"], { command: "delete", email: "a@example.com" }],
    [["enrol-factor", "a@example.com"], { command: "enrol-factor", email: "a@example.com" }],
    [["merge-unproven", "a@example.com"], { command: "merge-unproven", email: "a@example.com" }],
  ])("reads %j", async (args, command) => {
    expect(await read(...args)).toEqual(command);
  });

  test.each([
    [["explode"], "unknown command 'explode'"],
    [["add"], "missing required argument 'email'"],
    [["add", "nope"], "Name the e-mail address of the user."],
    [["add", "a@example.com", "--name", ""], "The name has to have 1 to 100 characters."],
    [["admin", "a@example.com", "maybe"], "Allowed choices are on, off."],
    [["grant", "a@example.com", "--until", "soon"], '"soon" is not a date.'],
    [["grant", "a@example.com", "--until", "01/02/2027"], "could be more than one date"],
    [["grant", "a@example.com", "--until", "2027-02-29"], "is not a date"],
    [["grant", "a@example.com", "--until", "2026-12-31 18:00"], "has a time of day"],
    [["list", "all"], "too many arguments for 'list'"],
  ])("refuses %j and names the mistake", async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message);
  });
});
