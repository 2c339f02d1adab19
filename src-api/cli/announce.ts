import type { DemoAccess } from "#api/demo/seed.ts";
import type { RunningServer } from "#api/server.ts";

/** Returns the demo accounts as a block of text for the terminal. */
export function demoNotice({ accounts, password }: DemoAccess): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  const rows = accounts.map(({ email, what }) => `    ${email.padEnd(width)}  ${what}`);
  const shown =
    password === null
      ? "as it was set at the first start (DEMO_PASSWORD=… sets a new one)"
      : password;
  return ["", "  Demo accounts", ...rows, "", `    Password: ${shown}`, ""].join("\n");
}

/** Returns the text to print after a start: the demo accounts, or where the first admin is made, and the portal's address. */
export function startNotice({ demo, portal, origin, setUpAddress }: RunningServer): string {
  const where = `${portal.brand.name} runs at ${origin}`;
  if (demo) return `${demoNotice(demo)}\n${where}`;
  if (setUpAddress === null) return where;
  return `${where}\nIt has no admin yet. Make the first one at this address, which works once, for a day:\n  ${setUpAddress}`;
}
