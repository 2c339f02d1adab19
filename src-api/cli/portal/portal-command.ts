import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import { legalDocuments } from "#shared/brand.ts";
import {
  brandPictureNames,
  defaultBrandDir,
  factsOf,
  isInFolder,
  picturePath,
  readBrand,
} from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { isMissing } from "#api/infra/content-folder/entry-files.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { exportCatalogue, readCatalogueFile } from "#api/modules/billing/catalogue.ts";
import { openExtraFile } from "#api/modules/billing/extras.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

/** Asks the portal for the facts of its brand, or for all files of a folder that `BRAND_DIR` can name; the answer is one line of JSON. */
export const portalCommandSchema = z.object({ command: z.enum(["brand", "export"]) });
export type PortalCommand = z.infer<typeof portalCommandSchema>;

const exportSchema = z.object({
  /** Contents by path. */
  texts: z.record(z.string(), z.string()),
  /** Base64 by path. */
  pictures: z.record(z.string(), z.string()),
  sold: z.array(
    z.object({ exportedAs: z.string(), name: z.string(), stored: z.nullable(z.string()) }),
  ),
  leftOut: z.array(z.string()),
});

const fileOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function exportSettings({
  brand,
  config,
  database,
}: CommandContext): Promise<z.infer<typeof exportSchema>> {
  if (isInFolder(config)) {
    throw new CommandError(
      `The settings of this portal are files already, in ${config.brandDir} (BRAND_DIR). Copy that folder.`,
    );
  }
  const { catalogue, files, leftOut } = await exportCatalogue(database);
  const legal = legalDocuments.flatMap((document) =>
    brand.languages.map((language) => [
      `legal/${document}.${language}.md`,
      brand.legal[document][language],
    ]),
  );
  const sentences = brand.languages.map((language) => [
    `${language}.json`,
    fileOf(brand.texts[language]),
  ]);
  const pictures = brandPictureNames.map((name) => [
    picturePath(name),
    brand.pictures[name].bytes.toString("base64"),
  ]);
  return {
    texts: {
      ...Object.fromEntries([...legal, ...sentences]),
      "catalogue.json": fileOf(catalogue),
      // Without it a start refuses the folder: the last file to be written.
      "brand.json": fileOf(factsOf(brand)),
    },
    pictures: Object.fromEntries(pictures),
    sold: files,
    leftOut,
  };
}

/** Runs a command and returns the line with its answer. Throws a CommandError. */
export async function runPortalCommand(
  context: CommandContext,
  { command }: PortalCommand,
): Promise<string[]> {
  const answer = command === "brand" ? factsOf(context.brand) : await exportSettings(context);
  return [JSON.stringify(answer)];
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return [];
    if (error.code === "ENOTDIR") throw new CommandError(`${folder} is not a folder.`);
    throw error;
  });
  if (found.length > 0)
    throw new CommandError(`${folder} is not empty. Name a new folder, or an empty one.`);
}

async function writeFiles(
  folder: string,
  { texts, pictures, sold }: z.infer<typeof exportSchema>,
  { config }: Pick<CommandContext, "config">,
): Promise<void> {
  const write = async (path: string, content: Parameters<typeof writeFile>[1]) => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  };
  await mkdir(folder, { recursive: true });
  // Icons that no setting has, such as that of the desktop app's tray, are as the portal came with them.
  await cp(join(defaultBrandDir, "icons"), join(folder, "icons"), {
    recursive: true,
    filter: (source) => !(join("icons", basename(source)) in pictures),
  });
  for (const [path, bytes] of Object.entries(pictures))
    await write(path, Buffer.from(bytes, "base64"));
  const sources = { storage: openMediaStorage(config), brandDir: config.brandDir };
  for (const { exportedAs, name, stored } of sold) {
    const file = { file: { en: name }, storedFile: stored === null ? null : { en: stored } };
    const { body } = await openExtraFile(sources, file, "en").catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new CommandError(
        `The file ${name} of an extra is missing. Upload it again in the studio, or take the extra off sale.`,
      );
    });
    await write(join("extras", exportedAs), body);
  }
  for (const [path, text] of Object.entries(texts)) await write(path, text);
}

const notWritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/**
 * Writes the settings of a portal into a new or empty folder that `BRAND_DIR` can name, and reads it again.
 *
 * @param send runs a command of the portal and returns its lines
 * @returns the lines to print
 */
export async function exportToFolder(
  target: string,
  config: Config,
  send: (command: PortalCommand) => Promise<string[]>,
): Promise<string[]> {
  const folder = resolve(target);
  // A repetition needs an empty folder again.
  let isBegun = false;
  try {
    await requireEmpty(folder);
    const [line = ""] = await send({ command: "export" });
    const exported = exportSchema.parse(JSON.parse(line));
    isBegun = true;
    await writeFiles(folder, exported, { config });
    await readBrand(folder);
    await readCatalogueFile(folder);
    return [
      `Settings written to ${folder}. A portal with BRAND_DIR=${folder} starts with them, and they are read-only in its browser.`,
      ...(exported.leftOut.length > 0
        ? [`Left out, because it is not on sale: ${exported.leftOut.join(", ")}.`]
        : []),
    ];
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const written = isBegun ? await readdir(folder).catch(() => []) : [];
    for (const name of written) await rm(join(folder, name), { recursive: true });
    if (error instanceof CommandError || !notWritable.has(code)) throw error;
    throw new CommandError(
      `${folder} cannot be written by this user (${code}). Name a folder that this user may write, or give it to this user.`,
      { cause: error },
    );
  }
}
