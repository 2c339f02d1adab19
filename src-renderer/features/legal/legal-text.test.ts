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
  it("takes its version from the front matter and fills in the brand", () => {
    const { version, body } = readLegalText(
      '---\ntitle: Terms\nversion: "2026-11-01"\n---\n\n{{name}}, {{ owner }}, {{email}}, {{other}}',
    );
    expect(version).toBe("2026-11-01");
    expect(body.trim()).toBe(`${brand.name}, ${brand.owner}, ${brand.contactEmail}, {{other}}`);
  });

  it("is complete without front matter or date", () => {
    expect(readLegalText("Just text")).toEqual({ version: "", body: "Just text" });
    expect(readLegalText("---\nversion: draft\n---\nText")).toEqual({ version: "", body: "Text" });
  });

  it.each(files)("%s has a date and no unknown placeholder", (_, file) => {
    const { version, body } = readLegalText(file);
    expect(version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(body).not.toMatch(/\{\{|^---/);
    expect(body).toContain(brand.contactEmail);
  });
});
