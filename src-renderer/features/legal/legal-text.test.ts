import { describe, expect, it } from "vitest";
import brand from "#brand/brand.json";
import { readLegalText, sectionsOf } from "./legal-text.ts";

const files = Object.entries(
  import.meta.glob<string>("../../../resources/brand/legal/*.md", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

describe("a legal text", () => {
  it("has the brand's version and names the brand", () => {
    expect(readLegalText("terms", "{{name}}, {{ owner }}, {{email}}, {{other}}")).toEqual({
      version: brand.legalVersions.terms,
      body: `${brand.name}, ${brand.owner}, ${brand.contactEmail}, {{other}}`,
    });
  });

  it("is split into its sections", () => {
    expect(sectionsOf("## 1. One\n\nText\n\n## 2. Two\n\n- ### not a section")).toEqual([
      { id: "section-1", title: "1. One", body: "\nText\n\n" },
      { id: "section-2", title: "2. Two", body: "\n- ### not a section" },
    ]);
  });

  it.each(files)("%s has all of its text in sections", (_, file) => {
    expect(file.startsWith("## ")).toBe(true);
  });

  it.each(files)("%s leaves no placeholder open", (_, file) => {
    const { body } = readLegalText("terms", file);
    expect(body).not.toMatch(/\{\{|^---/);
    expect(body).toContain(brand.contactEmail);
  });
});
