import { parseAst, type ESTree } from "vite";

type Declaration = {
  name: string;
  /** The part of the code that is replaced: a statement, a method, or the value of a variable. */
  start: number;
  end: number;
  /** What precedes the new expression. */
  begin: string;
};

/** The methods of a class, named `Class.method`. */
function methodsOf(node: ESTree.Class): Declaration[] {
  return node.body.body.flatMap((member) => {
    if (member.type !== "MethodDefinition" || member.key.type !== "Identifier") return [];
    const { start, end, key } = member;
    const name = `${node.id?.name ?? ""}.${key.name}`;
    return member.kind === "method" ? [{ name, start, end, begin: `${key.name} = ` }] : [];
  });
}

function declaredBy(statement: ESTree.Statement | ESTree.ModuleDeclaration): Declaration[] {
  const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (node?.type === "FunctionDeclaration" || node?.type === "ClassDeclaration") {
    const { id, start, end } = node;
    const whole = id ? [{ name: id.name, start, end, begin: `var ${id.name} = ` }] : [];
    return node.type === "ClassDeclaration" ? [...whole, ...methodsOf(node)] : whole;
  }
  if (node?.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init
      ? [{ name: id.name, start: init.start, end: init.end, begin: "" }]
      : [],
  );
}

export type Replacement = {
  /**
   * Name of the declaration, or of a method as `Class.method`; in minified files a text that occurs in this
   * declaration alone.
   */
  declares: string;
  /** The expression that takes its place. */
  by: string;
};

/**
 * Returns the code of a module with the value of one declaration at its top level replaced, or null if
 * none fits. Throws if several fit.
 */
export function replaceDeclaration(code: string, { declares, by }: Replacement): string | null {
  const isName = /^\w+(\.\w+)?$/.test(declares);
  if (!code.includes(declares.split(".")[0] ?? declares)) return null;
  const [found, another] = parseAst(code)
    .body.flatMap(declaredBy)
    .filter(({ name, start, end }) =>
      isName ? name === declares : !name.includes(".") && code.slice(start, end).includes(declares),
    );
  if (!found) return null;
  if (another) throw new Error(`Several declarations fit "${declares}".`);
  const { start, end, begin } = found;
  return code.slice(0, start) + (begin ? `${begin}${by};` : by) + code.slice(end);
}
