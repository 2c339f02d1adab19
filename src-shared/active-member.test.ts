import { describe, expect, it } from "vitest";
import { isActiveMember } from "./active-member.ts";

const user = (roles: string[], subscriptionOwned = false) => ({ roles, subscriptionOwned });

describe("an active member", () => {
  it.each([
    ["an admin with a token", "t", user(["ROLE_ADMIN"]), true],
    ["a subscriber with a token", "t", user(["ROLE_USER"], true), true],
    ["a subscriber without roles", "t", user([], true), true],
    ["a user without a subscription", "t", user(["ROLE_USER"]), false],
    ["a judge", "t", user(["ROLE_JUDGE"]), false],
    ["a reviewer", "t", user(["ROLE_REVIEWER"]), false],
    ["an admin without a token", null, user(["ROLE_ADMIN"], true), false],
    ["an admin with an empty token", "", user(["ROLE_ADMIN"], true), false],
    ["a token without a user", "t", null, false],
  ] as const)("%s", (_, token, holder, expected) => {
    expect(isActiveMember(token, holder)).toBe(expected);
  });
});
