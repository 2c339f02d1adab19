import { expect, it } from "vitest";
import { userSchema } from "./user.ts";

it("takes a user of a backend that sends nothing but a name: no roles, no membership, nothing unpaid", () => {
  expect(userSchema.parse({ name: "Kim", plan: "gold" })).toEqual({
    name: "Kim",
    roles: [],
    subscriptionOwned: false,
    subscriptionPending: false,
    subscriptionPastDue: false,
  });
});
