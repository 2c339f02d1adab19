import type { DemoAccess } from "../demo/seed.ts";

/** The demo's accounts as a block that can be read in a terminal. */
export function demoNotice({ accounts, password }: DemoAccess): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  const rows = accounts.map(({ email, what }) => `    ${email.padEnd(width)}  ${what}`);
  const shown =
    password === null
      ? "as it was set at the first start (DEMO_PASSWORD=… sets a new one)"
      : password;
  return ["", "  Demo accounts", ...rows, "", `    Password: ${shown}`, ""].join("\n");
}
