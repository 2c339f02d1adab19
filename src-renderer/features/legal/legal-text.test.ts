import { describe, expect, it } from "vitest";
import brand from "../../../resources/brand/brand.json";
import { readLegalText } from "./legal-text.ts";

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

  it.each(files)("%s leaves no placeholder open", (_, file) => {
    const { body } = readLegalText("terms", file);
    expect(body).not.toMatch(/\{\{|^---/);
    expect(body).toContain(brand.contactEmail);
  });
});
