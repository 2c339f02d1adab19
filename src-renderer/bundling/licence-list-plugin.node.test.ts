import { expect, it } from "vitest";
import { licenceList } from "./licence-list-plugin.ts";

const text = "MIT License\n\nCopyright (c) Ada";

it("names each bundled package with its licence, and each text once", () => {
  const list = licenceList(
    [
      { name: "one", version: "1.0.0", identifier: "MIT", text },
      { name: "two", version: "2.0.0", identifier: "ISC" },
      { name: "three", version: "3.0.0", identifier: "MIT", text: text.replaceAll("\n", "\r\n") },
    ],
    { "Font serif (OFL-1.1)": "Copyright (c) Ben\n" },
  );
  expect(list).toContain("one 1.0.0 (MIT)\nthree 3.0.0 (MIT)\n");
  expect(list.split("Copyright (c) Ada")).toHaveLength(2);
  expect(list).toMatch(/two 2\.0\.0 \(ISC\)\n-+\n\nThe package contains no text/);
  expect(list).toMatch(/Font serif \(OFL-1\.1\)\n-+\n\nCopyright \(c\) Ben\n$/);
});

it("fails the build if a bundled package declares no licence", () => {
  expect(() => licenceList([{ name: "odd", version: "1.0.0", text }], {})).toThrow(/licence: odd/);
});
