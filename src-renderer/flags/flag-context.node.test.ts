import { expect, it } from "vitest";
import { userSchema } from "#shared/api/user.ts";
import { flagContext } from "./flag-service.ts";

const kim = { id: "u1", name: "Kim", email: "kim@example.com", roles: ["ROLE_USER"] };

it("is the same for all visitors, with a fixed key, so that the SDK stores none", () => {
  expect(flagContext(null)).toEqual({ kind: "user", key: "visitor", anonymous: true });
});

it("of a user contains id and roles, nothing that identifies a person", () => {
  const context = flagContext(userSchema.parse(kim));
  expect(context).toEqual({ kind: "user", key: "u1", roles: ["ROLE_USER"] });
});

it.each([undefined, "", 7])("of a user whose backend sends %j as id contains the roles", (id) => {
  expect(flagContext(userSchema.parse({ ...kim, id }))).toEqual({
    kind: "user",
    key: "member",
    anonymous: true,
    roles: ["ROLE_USER"],
  });
});
