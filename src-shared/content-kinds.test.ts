import { describe, expect, it } from "vitest";
import { contentKinds, entryOfPath, kindFacts } from "./content-kinds.ts";
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

describe("the entry of a path", () => {
  it.each([
    ["/articles/weave-entries", "articles", "weave-entries"],
    ["/blog/a-diary?from=mail#top", "blog", "a-diary"],
    ["/videos/front%20cross/", "videos", "front cross"],
  ])("%s", (path, kind, slug) => {
    expect(entryOfPath(path)).toEqual({ kind, slug });
  });

  it.each(["/articles", "/videos?q=weave", "/checkout", "/articles/%E0%A4%A", "/articles/a/b"])(
    "%s is none",
    (path) => {
      expect(entryOfPath(path)).toBeNull();
    },
  );
});
