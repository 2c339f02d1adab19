import { cp, readFile } from "node:fs/promises";
import { defaultBrandDir } from "#api/brand.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Name of the other brand, as it is written in its file: nothing of it may be read as markup. */
export const otherName = "Pfoten & Co</script><b>";

/** Creates a folder with a brand that differs from the demo's in name, colours, sentences, logo and legal texts. Remove it afterwards. */
export async function createOtherBrand() {
  const folder = await temporaryFolder();
  await cp(defaultBrandDir, folder.path, { recursive: true });
  const change = async (file: string, changes: (text: string) => string) =>
    folder.write({ [file]: changes(await readFile(`${folder.path}/${file}`, "utf8")) });
  await change("brand.json", (text) =>
    text
      .replace('"name": "Ringside"', `"name": ${JSON.stringify(otherName)}`)
      .replace("#0f2a21", "#2a0f21")
      .replace("#1e5341", "#531e41")
      .replace("#2b715a", "#712b5a")
      .replace("#121816", "#181216")
      .replace("#faf7f0", "#f0f7fa"),
  );
  await change("en.json", (text) =>
    text.replace(/"headline": "[^"]+"/, '"headline": "Sit, Kyoto."'),
  );
  await change("logo-mark.svg", (text) => text.replace("#12332a", "#331229"));
  await change("logo-mark-on-dark.svg", (text) => text.replace("</svg>", "<!-- other --></svg>"));
  await change("legal/terms.en.md", (text) => `## 0. {{name}} alone\n\nNobody else.\n\n${text}`);
  return folder;
}
