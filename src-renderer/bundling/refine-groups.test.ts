import { expect, it } from "vitest";
import type { Chunk } from "./group-chunks.ts";
import { refineGroups, type Visits } from "./refine-groups.ts";

const prices = { smallest: 2_000, request: 1_000 };

const chunk = (id: string, bytes: number, imports: string[] = [], lazyImports: string[] = []) =>
  ({ id, bytes, imports, lazyImports }) satisfies Chunk;

/** Refines groups behind a shell that loads the given chunks on demand. Yields the files, sorted. */
function refine(groups: string[], shellLoads: string[], chunks: Chunk[], visits?: Partial<Visits>) {
  const shell = chunk("shell", 100_000, [], shellLoads);
  const given = groups.map((group) => group.split("+"));
  const refined = refineGroups(given, chunks, shell, prices, { always: [], first: [], ...visits });
  return refined.map((ids) => ids.toSorted().join("+")).toSorted();
}

it("takes a heavy part out of a file that another page loads too", () => {
  const chunks = [
    chunk("a", 9_000, ["links"]),
    chunk("b", 9_000, ["links", "editor"]),
    chunk("links", 3_000),
    chunk("editor", 20_000),
  ];
  const files = refine(["a", "b", "links+editor"], ["a", "b"], chunks);
  expect(files).toEqual(["a", "b+editor", "links"]);
});

it("merges the parts that every visit loads, with what all pages need", () => {
  const chunks = [
    chunk("a", 9_000, ["links"]),
    chunk("b", 9_000, ["links"]),
    chunk("links", 3_000),
    chunk("flags", 12_000),
    chunk("transport", 12_000),
  ];
  const shellLoads = ["a", "b", "flags", "transport"];
  const groups = ["a", "b", "links", "flags", "transport"];
  const files = refine(groups, shellLoads, chunks, { always: ["flags", "transport"] });
  expect(files).toEqual(["a", "b", "flags+links+transport"]);
});

it("spares the pages that visits begin with", () => {
  const chunks = [
    chunk("home", 9_000, ["x"]),
    chunk("other", 9_000, ["x", "y"]),
    chunk("third", 9_000, ["x", "y"]),
    chunk("x", 3_000),
    chunk("y", 3_000),
  ];
  const refined = (first: string[]) =>
    refine(["home", "other", "third", "x+y"], ["home", "other", "third"], chunks, { first });
  expect(refined(["home"])).toContain("x");
  expect(refined(["home"])).toContain("y");
});

it("never lets files import each other in a circle, and lists them after their imports", () => {
  const chunks = [
    chunk("a", 1_000, ["x"]),
    chunk("x", 9_000, ["y"]),
    chunk("y", 1_000),
    chunk("b", 9_000, ["y"]),
  ];
  const groups = refineGroups(
    [["a"], ["x"], ["y"], ["b"]],
    chunks,
    chunk("shell", 100_000, [], ["a", "b"]),
    prices,
    { always: [], first: [] },
  );
  const place = new Map(groups.flatMap((ids, i) => ids.map((id) => [id, i])));
  for (const { id, imports } of chunks) {
    for (const imported of imports) {
      expect(place.get(imported)).toBeLessThanOrEqual(place.get(id) ?? -1);
    }
  }
});
