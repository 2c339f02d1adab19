import { execFile } from "node:child_process";
import { expect, test } from "vitest";

type Ended = { code: number | string | null; output: string; errors: string };

/** Runs a module in a process that does nothing else. */
const runAlone = (script: string): Promise<Ended> =>
  new Promise((resolve) => {
    const args = ["--input-type=module", "--eval", script];
    execFile(process.execPath, args, (error, output, errors) =>
      resolve({ code: error ? (error.code ?? null) : 0, output, errors }),
    );
  });

const imported = (path: string, name: string) =>
  `import { ${name} } from ${JSON.stringify(new URL(path, import.meta.url).href)};`;

test("a process that does nothing else waits for a text that an idle thread renders", async () => {
  const ended = await runAlone(`
    ${imported("../infra/markdown/render-markdown.ts", "renderMarkdown")}
    await renderMarkdown("*first*", "");
    await new Promise((done) => setTimeout(done, 300));
    console.log(await renderMarkdown("*second*", ""));
  `);
  expect(ended).toEqual({ code: 0, output: "<p><em>second</em></p>\n", errors: "" });
});

test.each(["await", "void"])(
  "a command that ends before its work is done says so and fails (%s)",
  async (wait) => {
    const { code, errors } = await runAlone(`
      ${imported("command-process.ts", "runToEnd")}
      ${wait} runToEnd(() => new Promise(() => {}));
    `);
    expect(code).toBe(1);
    expect(errors).toContain("The command ended before its work was done. Run it again.");
  },
);
