import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Readable } from "node:stream";
import type { ExtraFile } from "#shared/api/extras.ts";
import type { Language } from "#shared/languages.ts";
import type { Config } from "#api/config.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { limitedThread, TooSlowError } from "#api/infra/markdown/limited-thread.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { inTemporaryFile, storedName } from "#api/infra/media-storage/open-media-storage.ts";
import { extrasFolder, type Product } from "../../catalogue/module.ts";
import type { PdfProblem } from "./pdf-worker.ts";

/** Where the files that are sold can be: the storage of media, and the folder of the brand. */
export type FilePlaces = { storage: MediaStorage; brandDir: Config["brandDir"] };

const pdfLimits = { limitMs: 20_000, maxHeapMb: 1024 };
const findProblem = limitedThread<PdfProblem | null>(
  new URL("pdf-worker.ts", import.meta.url),
  pdfLimits,
);

const problemTexts = {
  other: "forms:pdfKind",
  broken: "forms:pdfBroken",
  encrypted: "forms:pdfEncrypted",
  active: "forms:pdfActive",
} as const satisfies Record<PdfProblem, string>;

/** Returns what is wrong with a PDF; one that takes too long to be checked counts as broken. */
const problemOf = (path: string): Promise<PdfProblem | null> =>
  findProblem({ path }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (error instanceof TooSlowError || code === "ERR_WORKER_OUT_OF_MEMORY") return "broken";
    throw error;
  });

/** Returns the name under which buyers get a file, of the name that it had when it was uploaded. */
const nameForBuyers = (uploaded: string) => {
  const slug = slugOf(basename(uploaded, extname(uploaded))).slice(0, 60);
  return `${slug.replace(/-$/, "") || "download"}.pdf`;
};

/** Stores an uploaded PDF that only shows pages. Rejects with 400 for any other file. */
export const storePdf = (
  body: Readable,
  uploaded: string,
  storage: MediaStorage,
): Promise<ExtraFile> =>
  inTemporaryFile(body, async (path) => {
    const problem = await problemOf(path);
    if (problem) throw new ApiError("validation", { fields: { pdf: problemTexts[problem] } });
    const stored = `${await storedName(path)}.pdf`; // the temporary file has no ending
    await storage.store(path, stored);
    return { name: nameForBuyers(uploaded), stored };
  });

/** Stores a file of the brand, so that it stays whatever becomes of the brand. Returns its name in the storage; null if it is gone. */
export async function storeBrandFile(
  { storage, brandDir }: FilePlaces,
  name: string,
): Promise<string | null> {
  const path = join(extrasFolder(brandDir), name);
  if (!(await stat(path).catch(() => null))) return null;
  const stored = await storedName(path);
  await storage.store(path, stored);
  return stored;
}

/** Opens the file of an extra in a language, wherever it is. Throws `not-found` if there is none. */
export async function openExtraFile(
  { storage, brandDir }: FilePlaces,
  { file, storedFile }: Pick<Product, "file" | "storedFile">,
  language: Language,
): Promise<{ size: number; body: Readable }> {
  const [name, stored] = [file?.[language], storedFile?.[language]];
  if (name === undefined) throw new ApiError("not-found");
  if (stored === undefined) {
    const path = join(extrasFolder(brandDir), name);
    const found = await stat(path).catch(() => null);
    if (!found) throw new ApiError("not-found");
    return { size: found.size, body: createReadStream(path) };
  }
  const size = await storage.sizeOf(stored);
  const body = size === null ? null : await storage.read(stored, null);
  if (size === null || !body) throw new ApiError("not-found");
  return { size, body };
}
