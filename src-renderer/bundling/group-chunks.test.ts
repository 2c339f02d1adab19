import { expect, it } from "vitest";
import { arrange, groupChunks } from "./group-chunks.ts";
import type { Chunk, Visits } from "./visited-entries.ts";

const prices = { smallest: 2_000, request: 1_000, needless: 10_000 };

const chunk = (id: string, bytes: number, imports: string[] = [], lazyImports: string[] = []) =>
  ({ id, bytes, imports, lazyImports }) satisfies Chunk;

/** Groups chunks behind a shell that loads the given ones on demand. Yields the files, sorted. */
function files(shellLoads: string[], chunks: Chunk[], visits?: Partial<Visits>) {
  const shell = chunk("shell", 100_000, [], shellLoads);
  const { groups } = arrange({
    chunks,
    shell,
    prices,
    visits: { always: [], first: [], ...visits },
  });
  return groups.map((ids) => ids.toSorted().join("+")).toSorted();
}

it("merges what the same pages use", () => {
  const parts = [chunk("links", 3_000), chunk("states", 3_000)];
  const pages = ["a", "b"].map((id) => chunk(id, 9_000, ["links", "states"]));
  expect(files(["a", "b"], [...pages, ...parts])).toEqual(["a", "b", "links+states"]);
});

it("keeps a page from loading another one's heavy part", () => {
  const chunks = [chunk("a", 3_000), chunk("b", 3_000, ["markdown"]), chunk("markdown", 40_000)];
  expect(files(["a", "b"], chunks)).toEqual(["a", "b+markdown"]);
});

it("keeps a small page from coming with what imports a heavy part", () => {
  const b = chunk("b", 3_000, ["forms"]);
  const chunks = [chunk("a", 500), b, chunk("c", 9_000, ["forms"]), chunk("forms", 40_000)];
  expect(files(["a", "b", "c"], chunks)).toEqual(["a", "b", "c", "forms"]);
});

it("leaves no file too small that can be merged", () => {
  const chunks = [chunk("a", 200), chunk("b", 300), chunk("c", 4_000)];
  expect(files(["a", "b", "c"], chunks)).toEqual(["a+b+c"]);
});

it("merges a file that is too small with a heavier one than others, up to twice the limit", () => {
  const chunks = [chunk("a", 500), chunk("c", 7_000), chunk("heavy", 30_000)];
  expect(files(["a", "c", "heavy"], chunks)).toEqual(["a+c", "heavy"]);
});

it("puts a part with what the page that opens it has loaded already", () => {
  const page = chunk("page", 12_000, ["cards"], ["dialog"]);
  const chunks = [
    page,
    chunk("cards", 9_000),
    chunk("dialog", 1_000, ["cards"]),
    chunk("b", 9_000),
  ];
  expect(files(["page", "b"], chunks)).toEqual(["b", "cards+dialog", "page"]);
});

it("merges the parts that every visit loads, with what all pages need", () => {
  const chunks = [
    chunk("a", 9_000, ["links"]),
    chunk("b", 9_000, ["links"]),
    chunk("links", 3_000),
    chunk("flags", 12_000),
    chunk("transport", 12_000),
  ];
  const always = ["flags", "transport"];
  expect(files(["a", "b", ...always], chunks, { always })).toEqual([
    "a",
    "b",
    "flags+links+transport",
  ]);
});

it("spares the pages that visits begin with", () => {
  const chunks = [
    chunk("home", 9_000, ["x"]),
    chunk("other", 9_000, ["x", "y"]),
    chunk("third", 9_000, ["x", "y"]),
    chunk("fourth", 9_000, ["x", "y"]),
    chunk("x", 3_000),
    chunk("y", 2_000),
  ];
  const pages = ["home", "other", "third", "fourth"];
  expect(files(pages, chunks)).toContain("x+y");
  expect(files(pages, chunks, { first: [["home"]] })).not.toContain("x+y");
});

it("merges what parts of the same first visit use, unless they begin visits of their own", () => {
  const chunks = [
    chunk("page", 9_000, ["x"]),
    chunk("menu", 9_000, ["y"]),
    chunk("other", 9_000, ["x"]),
    chunk("third", 9_000, ["y"]),
    chunk("x", 2_000),
    chunk("y", 2_000),
  ];
  const all = ["page", "menu", "other", "third"];
  expect(files(all, chunks, { first: [["page", "menu"]] })).toContain("x+y");
  expect(files(all, chunks, { first: [["page"], ["menu"]] })).not.toContain("x+y");
});

it("never lets files import each other in a circle, and lists them after their imports", () => {
  const chunks = [
    chunk("a", 9_000, ["x", "y"]),
    chunk("b", 9_000, ["x", "z"]),
    chunk("x", 1_000, ["z"]),
    chunk("y", 1_000, ["x"]),
    chunk("z", 1_000),
  ];
  const shell = chunk("shell", 100_000, [], ["a", "b"]);
  const { groups } = arrange({ chunks, shell, prices, visits: { always: [], first: [] } });
  const place = new Map(groups.flatMap((ids, i) => ids.map((id) => [id, i])));
  for (const { id, imports } of chunks) {
    for (const imported of imports) {
      expect(place.get(imported), `${id} imports ${imported}`).toBeLessThanOrEqual(
        place.get(id) ?? -1,
      );
    }
  }
});

it("takes the cheapest of several searches, each by a thread of its own", async () => {
  const chunks = [chunk("a", 9_000, ["x"]), chunk("b", 9_000, ["x"]), chunk("x", 1_000)];
  const shell = chunk("shell", 100_000, [], ["a", "b"]);
  const search = { chunks, shell, prices, visits: { always: [], first: [] } };
  expect(await groupChunks(search)).toEqual(arrange(search).groups);
});
