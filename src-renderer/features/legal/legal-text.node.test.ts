import { describe, expect, it } from "vitest";
import { withSeller } from "#shared/brand.ts";
import { sectionsOf } from "./legal-text.ts";

const files = Object.entries(
  import.meta.glob<string>("../../../resources/brand/legal/*.md", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

describe("a legal text", () => {
  it("is split into its sections", () => {
    expect(sectionsOf("## 1. One\n\nText\n\n## 2. Two\n\n- ### not a section")).toEqual([
      { id: "section-1", title: "1. One", body: "\nText\n\n" },
      { id: "section-2", title: "2. Two", body: "\n- ### not a section" },
    ]);
  });

  it("has a seller with characters of Markdown in a title", () => {
    const seller = { name: "*Paws* & <b>", owner: "", contactEmail: "" };
    expect(sectionsOf(withSeller("## 1. {{name}} alone\n", seller))).toMatchObject([
      { title: "1. *Paws* & <b> alone" },
    ]);
  });

  it.each(files)("%s has all of its text in sections", (_, file) => {
    expect(file.startsWith("## ")).toBe(true);
  });
});
