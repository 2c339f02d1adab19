import { fileURLToPath } from "node:url";

/** The folder of this installation's content; its files of media are served from here. */
export const contentFolder = fileURLToPath(
  new URL("../../../../resources/content/", import.meta.url),
);

/** Captions of an entry lie beside it under this name. */
export const captionsFile = (slug: string, language: string) => `${slug}.${language}.vtt`;
