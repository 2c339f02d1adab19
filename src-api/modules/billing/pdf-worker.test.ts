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

/** A page without faults; faults put something in the place of its parts. */
const sound = samplePdf("(a)", "as it is").toString("latin1");
const before = (part: string) => sound.replace("trailer\n", `${part}trailer\n`);
const content = "q 1 0 0 1 0 0 cm Q";
const stream = (dict: string, end = "\nendstream\nendobj\n") =>
  before(`4 0 obj\n<< ${dict} >>\nstream\n${content}${end}`);
const update = (object: string) =>
  `${sound}${object}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 1 0 R /Prev 7 >>\nstartxref\n600\n%%EOF\n`;
const linearization =
  "9 0 obj\n<< /Linearized 1 /L 900 /H [1 2] /O 3 /E 4 /N 1 /T 5 >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 10 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n";

test.each([
  ["nothing", sound],
  ["text before the header", `HTTP/1.1 200 OK\r\n\r\n${sound}`],
  ["a mark of the order of bytes", `\u{ef}\u{bb}\u{bf}${sound}`],
  ["bytes after the end", `${sound}\0\0\0<!-- from a server -->`],
  ["no end", sound.replace("%%EOF\n", "")],
  ["no place of the table", sound.replace("startxref\n0\n", "")],
  ["no trailer", sound.slice(0, sound.indexOf("trailer"))],
  ["no root in the trailer", sound.replace("/Root 1 0 R", "")],
  ["no type of the catalogue", sound.replace("/Type /Catalog ", "")],
  ["wrong places in the table", before("xref\n0 2\n0000000001 65535 f \n0000099999 00000 n \n")],
  ["no end of an object", sound.replace("endobj\n2 0", "2 0")],
  ["no space after the beginning of an object", sound.replace("1 0 obj\n<<", "1 0 obj<<")],
  ["an object without content", before("4 0 obj\nendobj\n")],
  ["too short a length of a stream", stream("/Length 3")],
  ["too long a length of a stream", stream("/Length 3000")],
  ["no length of a stream", stream("")],
  ["no end of a stream's object", stream("/Length 18", "\nendstream\n")],
  ["ends of lines of old systems", stream("/Length 18").replaceAll("\n", "\r")],
  ["a later version of an object", update("2 0 obj\n<< /Kids [3 0 R] /Count 1 >>\nendobj\n")],
  ["the order of the web", sound.replace("1 0 obj", `${linearization}1 0 obj`)],
])("faults that readers repair are no harm, and hide none: %s", async (_, text) => {
  expect(await problemOf(text)).toBeNull();
  const launch = "8 0 obj\n<< /S /L#61unch /F (cmd.exe) >>\nendobj\n";
  const places = ["3 0 obj", "trailer\n"].filter((place) => text.includes(place));
  for (const place of places) {
    expect(await problemOf(text.replace(place, launch + place))).toBe("active");
  }
  expect(await problemOf(text + launch)).toBe("active");
});

test.each([
  ["in the library's own order", false],
  ["in streams of objects", true],
])("faults around a file with objects %s are no harm", async (_, useObjectStreams) => {
  const page = Buffer.from(await written("page", {}, useObjectStreams)).toString("latin1");
  const faulty = (text: string) => [
    `\n${text}`,
    `${text}\0\0`,
    text.slice(0, text.lastIndexOf("startxref")),
  ];
  for (const text of faulty(page)) expect(await problemOf(text)).toBeNull();
  const scripted = Buffer.from(
    await written("catalogue", { OpenAction: { S: "JavaScript", JS: "(1)" } }, useObjectStreams),
  ).toString("latin1");
  for (const text of faulty(scripted)) expect(await problemOf(text)).toBe("active");
});

test.each([
  ["an array without an end", before("4 0 obj\n<< /A [ 1 2 >>\nendobj\n"), "broken"],
  ["what is no object", before("4 0 obj\n@@@\nendobj\n"), "broken"],
  ["a text without an end", before("4 0 obj\n(a\nendobj\n"), "broken"],
  ["a stream without an end", stream("/Length 18", "\nendobj\n"), "broken"],
  ["objects before the header", `9 0 obj\n<< /AA << >> >>\nendobj\n${sound}`, "broken"],
  ["a header too far down", `${" ".repeat(1024)}${sound}`, "other"],
])("what cannot be read to its end is refused: %s", async (_, text, problem) => {
  expect(await problemOf(text)).toBe(problem);
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
