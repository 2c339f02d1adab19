import { expect, it } from "vitest";
import { userSchema } from "../../src-shared/api/user.ts";
import { flagContext } from "./flag-context.ts";

const kim = { id: "u1", name: "Kim", email: "kim@example.com", roles: ["ROLE_USER"] };

it("is the same for all visitors, and never stored by the SDK, which stores only keys it makes up", () => {
  expect(flagContext(null)).toEqual({ kind: "user", key: "visitor", anonymous: true });
});

it("of a member is ID and roles, nothing that names anybody", () => {
  const context = flagContext(userSchema.parse(kim));
  expect(context).toEqual({ kind: "user", key: "u1", roles: ["ROLE_USER"] });
});

it.each([undefined, "", 7])("of a member whose backend sends %j for an ID has the roles", (id) => {
  expect(flagContext(userSchema.parse({ ...kim, id }))).toEqual({
    kind: "user",
    key: "member",
    anonymous: true,
    roles: ["ROLE_USER"],
  });
});
