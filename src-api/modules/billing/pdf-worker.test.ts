import { writeFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString, StandardFonts } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { samplePdf } from "#api/testing/sample-pdf.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import findProblem from "./pdf-worker.ts";

const folder = await forFile(temporaryFolder());
let count = 0;
async function problemOf(bytes: string | Uint8Array) {
  count += 1;
  const path = `${folder.path}/${count}.pdf`;
  await writeFile(path, bytes, typeof bytes === "string" ? "latin1" : undefined);
  return findProblem({ path });
}

type Written = { [key: string]: Written } | string | number | Written[];

/** Returns a PDF of the library, with objects in streams or not, whose catalogue, page or annotation has something more. */
async function written(
  place: "catalogue" | "page" | "annotation",
  more: Record<string, Written>,
  useObjectStreams: boolean,
) {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.drawText("A plan", { font: await document.embedFont(StandardFonts.Helvetica) });
  const { context, catalog } = document;
  const value = (given: Written): never => {
    if (Array.isArray(given)) return context.obj(given.map(value)) as never;
    if (typeof given === "object") {
      const made = Object.entries(given).map(([key, one]) => [key, value(one)]);
      return context.obj(Object.fromEntries(made)) as never;
    }
    if (typeof given === "string" && given.startsWith("("))
      return PDFString.of(given.slice(1, -1)) as never;
    return (typeof given === "string" ? PDFName.of(given) : context.obj(given)) as never;
  };
  const annotation = context.obj({ Type: "Annot", Subtype: "Link", Rect: [0, 0, 9, 9] });
  page.node.set(PDFName.of("Annots"), context.obj([annotation]));
  const target = { catalogue: catalog, page: page.node, annotation }[place];
  for (const [key, one] of Object.entries(more)) {
    target.set(PDFName.of(key), context.register(value(one)));
  }
  return document.save({ useObjectStreams });
}

const script = { S: "JavaScript", JS: "(app.alert\\(1\\))" };
const active: ["catalogue" | "page" | "annotation", Record<string, Written>][] = [
  ["catalogue", { OpenAction: script }],
  ["catalogue", { OpenAction: { S: "URI", URI: "(https://portal.evil)" } }],
  ["catalogue", { Names: { JavaScript: { Names: ["(a)", script] } } }],
  ["catalogue", { Names: { EmbeddedFiles: { Names: [] } } }],
  ["catalogue", { AA: { WC: { S: "GoTo", D: "(x)" } } }],
  ["catalogue", { AcroForm: { XFA: "(x)" } }],
  ["page", { AA: { O: script } }],
  ["annotation", { A: { S: "Launch", F: "(cmd.exe)" } }],
  ["annotation", { A: { S: "GoToR", F: "(\\\\\\\\evil\\\\share)" } }],
  ["annotation", { A: { S: "GoTo", D: "(x)", Next: [{ S: "SubmitForm", F: "(https://e)" }] } }],
  ["annotation", { A: { S: "ImportData", F: "(x)" } }],
  ["annotation", { A: { S: "URI", URI: "(javascript:alert\\(1\\))" } }],
  ["annotation", { A: { S: "URI", URI: "(file:///etc/passwd)" } }],
  ["catalogue", { URI: { Base: "(javascript:)" } }],
  ["annotation", { FS: { Type: "Filespec", EF: { F: "(x)" } } }],
];

test.each(active)("a PDF that does more than show pages is found: %s %j", async (place, more) => {
  for (const useObjectStreams of [true, false]) {
    expect(await problemOf(await written(place, more, useObjectStreams))).toBe("active");
  }
});

test("links and bookmarks are no harm, with and without streams of objects", async () => {
  for (const useObjectStreams of [true, false]) {
    for (const URI of ["(https://example.com/a)", "(mailto:ada@example.com)"]) {
      const link = await written("annotation", { A: { S: "URI", URI } }, useObjectStreams);
      expect(await problemOf(link)).toBeNull();
    }
    const opens = { OpenAction: { S: "GoTo", D: "(first)" } };
    expect(await problemOf(await written("catalogue", opens, useObjectStreams))).toBeNull();
  }
  expect(await problemOf(samplePdf("a"))).toBeNull();
});

const { length } = samplePdf("a");
const packed = deflateSync("9 0 << /S /JavaScript /JS (app.alert(1)) >>").toString("latin1");
test.each([
  ["an escaped name", "9 0 obj\n<< /S /Java#53cript /JS (1) >>\nendobj\n", "active"],
  ["another escaped name", "9 0 obj\n<< /S /#4cau#6e#63h /F (x) >>\nendobj\n", "active"],
  ["an object in a comment", "% 9 0 obj << /S /JavaScript >> endobj\n", "active"],
  [
    "a stream of objects in a comment",
    `%\n% 9%\n 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >> stream\n${packed}\nendstream endobj\n`,
    "broken",
  ],
  [
    "a stream of objects without its type",
    `9 0 obj\n<< /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`,
    "broken",
  ],
  [
    "an object in another one's stream",
    "9 0 obj\n<< /Length 30 >>\nstream\n10 0 obj << /A 1 >> endobj     \nendstream\nendobj\n",
    "broken",
  ],
  [
    "a former version of an object",
    "9 0 obj\n<< /S /Launch >>\nendobj\n9 0 obj\n<< /S /GoTo >>\nendobj\n",
    "active",
  ],
  [
    "a key of encryption",
    `trailer\n<< /Size ${length} /Root 1 0 R /Encrypt 9 0 R >>\n`,
    "encrypted",
  ],
])("what readers could take for a part of it is found: %s", async (_, more, problem) => {
  expect(await problemOf(samplePdf(more, "as it is"))).toBe(problem);
});

test.each([
  ["%PDF-", "broken"],
  ["%PDF-1.7\nhello\n%%EOF\n", "broken"],
  ["%PDF-1.7\n1 0 obj\n<< /Type", "broken"],
  ["MZ", "other"],
  ["", "other"],
])("what is no PDF is found: %j", async (text, problem) => {
  expect(await problemOf(text)).toBe(problem);
});

test.each(["course-walking-workbook.pdf", "zeszyt-ogladanie-toru.pdf"])(
  "the brand's own is no harm: %s",
  async (name) => {
    expect(await findProblem({ path: `resources/brand/extras/${name}` })).toBeNull();
  },
);

test("an encrypted file is found", async () => {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: "", ownerPassword: "owner" });
  expect(await problemOf(await document.save())).toBe("encrypted");
});
