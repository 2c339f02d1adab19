import { expect, it } from "vitest";
import { replaceDeclaration } from "./replace-declaration.ts";

const neverRun = "() => { throw new Error(); }";

it.each([
  ["export function unused(a) { return a; }\nrun();", "export var unused = X;\nrun();"],
  ["var unused = class extends Base {}, used = 1;", "var unused = X, used = 1;"],
  ["class unused extends Base {}\nconst used = unused;", "var unused = X;\nconst used = unused;"],
])("replaces one declaration of a module: %s", (code, replaced) => {
  expect(replaceDeclaration(code, { declares: "unused", by: "X" })).toBe(replaced);
});

it("replaces one method of a class", () => {
  const code = "class A { used() { return this.unused(); } unused() { return 1; } }";
  expect(replaceDeclaration(code, { declares: "A.unused", by: "X" })).toBe(
    "class A { used() { return this.unused(); } unused = X; }",
  );
  expect(replaceDeclaration(code, { declares: "B.unused", by: "X" })).toBeNull();
});

it("finds a declaration in minified code by a text that only this one contains", () => {
  const code = 'const a=()=>send("/events"),b=()=>a()';
  expect(replaceDeclaration(code, { declares: '"/events"', by: neverRun })).toBe(
    `const a=${neverRun},b=()=>a()`,
  );
});

it("tells when nothing fits, and refuses what is not unique", () => {
  expect(replaceDeclaration("const a = 1;", { declares: "b", by: "2" })).toBeNull();
  const code = 'const a = "same", b = "same";';
  expect(() => replaceDeclaration(code, { declares: '"same"', by: "1" })).toThrow("Several");
});
