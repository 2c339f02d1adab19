import type { Role } from "#shared/active-member.ts";
import { hourMs } from "#shared/durations.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import type { TestPortal } from "./test-portal.ts";

/** Every kind of caller that access may depend on. */
export const people = [
  "visitor",
  "dead session",
  "user",
  "judge",
  "reviewer",
  "lapsed member",
  "member",
  "admin",
] as const;
export type Person = (typeof people)[number];

/** Of each of them. */
export const peoplesPassword = "a long enough password";

const roles: Partial<Record<Person, Role[]>> = {
  judge: ["ROLE_JUDGE"],
  reviewer: ["ROLE_REVIEWER"],
  admin: ["ROLE_ADMIN"],
};

/**
 * Signs in every kind of user and returns their headers. Moves the clock by two hours, in which the
 * membership of the lapsed member ends.
 */
export async function signEverybodyIn(portal: TestPortal) {
  const headers = {} as Record<Person, Record<string, string>>; // filled for each person below
  for (const person of people) {
    headers[person] = {};
    if (person === "visitor") continue;
    const email = `${person.replace(" ", "-")}@example.com`;
    const user = { email, name: person, password: peoplesPassword };
    const id = await createUser(portal.portal, { ...user, roles: roles[person] ?? [] });
    if (person === "member") await grantMembership(portal.portal, portal.portal.database, id, null);
    if (person === "lapsed member") {
      await grantMembership(
        portal.portal,
        portal.portal.database,
        id,
        new Date(portal.portal.now().getTime() + hourMs),
      );
    }
    const token = await createSession(portal.portal, id, "");
    headers[person] = {
      authorization: `Bearer ${person === "dead session" ? "x".repeat(43) : token}`,
    };
  }
  portal.advance(2 * hourMs);
  return headers;
}
