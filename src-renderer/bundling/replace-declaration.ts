import { parseAst, type ESTree } from "vite";

type Declaration = {
  name: string;
  /** The part of the code that is replaced: a statement, or the value of a variable. */
  start: number;
  end: number;
  isStatement: boolean;
};

function declaredBy(statement: ESTree.Statement | ESTree.ModuleDeclaration): Declaration[] {
  const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (node?.type === "FunctionDeclaration" || node?.type === "ClassDeclaration") {
    const { id, start, end } = node;
    return id ? [{ name: id.name, start, end, isStatement: true }] : [];
  }
  if (node?.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init
      ? [{ name: id.name, start: init.start, end: init.end, isStatement: false }]
      : [],
  );
}

export type Replacement = {
  /** Name of the declaration, or in minified files a text that occurs in this declaration alone. */
  declares: string;
  /** The expression that takes its place. */
  by: string;
};

/**
 * Returns the code of a module with the value of one declaration at its top level replaced, or null if
 * none fits. Throws if several fit.
 */
export function replaceDeclaration(code: string, { declares, by }: Replacement): string | null {
  if (!code.includes(declares)) return null;
  const isName = /^\w+$/.test(declares);
  const [found, another] = parseAst(code)
    .body.flatMap(declaredBy)
    .filter(({ name, start, end }) =>
      isName ? name === declares : code.slice(start, end).includes(declares),
    );
  if (!found) return null;
  if (another) throw new Error(`Several declarations fit "${declares}".`);
  const { name, start, end, isStatement } = found;
  return code.slice(0, start) + (isStatement ? `var ${name} = ${by};` : by) + code.slice(end);
}
