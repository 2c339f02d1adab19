import { describe, expect, it } from "vitest";
import { contentKinds, kindFacts } from "./content-kinds.ts";
import { menus, routes } from "./routes.ts";

describe.each(contentKinds)("the kind %s", (kind) => {
  const { list, entry } = kindFacts[kind];

  it("is in the members' menu", () => {
    expect(menus.memberSide).toContain(list);
  });

  it("has the addresses of its entries below its list, for members only", () => {
    expect(routes[entry]).toMatchObject({ path: `${routes[list].path}/:id`, access: "member" });
  });
});
