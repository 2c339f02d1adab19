import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { EntryForm, type Fields } from "../fields/field.tsx";
import { TrustFields } from "./trust-fields.tsx";

const demo = brand;
afterEach(() => setBrand(demo));

function Shown({ sources }: { sources?: object[] }) {
  const [metadata, setMetadata] = useState<Fields>({ sources });
  return (
    <EntryForm value={{ problems: [], isReadOnly: false }}>
      <TrustFields
        metadata={metadata}
        onChange={(name, value) => setMetadata({ ...metadata, [name]: value })}
      />
      <output aria-label="Stored">{JSON.stringify(metadata["sources"])}</output>
    </EntryForm>
  );
}

it("a new source is in the first language of the portal, which is not asked for where it is the only one", async () => {
  setBrand({ ...demo, languages: ["pl"] });
  const user = renderPage(<Shown />);
  await user.click(screen.getByRole("button", { name: "Add a source" }));
  expect(screen.getByLabelText("Stored").textContent).toBe('[{"language":"pl"}]');
  expect(screen.queryByRole("combobox", { name: "Language" })).toBeNull();
});

it("a source without a language counts as English, which is asked for in a portal without English", () => {
  setBrand({ ...demo, languages: ["pl"] });
  renderPage(<Shown sources={[{ title: "Zasady" }]} />);
  expect(screen.getByLabelText<HTMLSelectElement>("Language").value).toBe("en");
});
