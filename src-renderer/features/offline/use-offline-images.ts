import { useEffect, useState } from "react";
import type { Entry } from "#shared/api/library.ts";
import { readImages, type OfflineImage } from "./offline-images.ts";

type Sources = ReadonlyMap<string, string>;

const none: Sources = new Map();

/** Returns an address that contains the image: pages may show no other ones that do not come from the server. */
const addressOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    // What `readAsDataURL` gives is a text.
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("An image could not be read.")));
    reader.readAsDataURL(file);
  });

async function sourcesOf(images: readonly OfflineImage[]): Promise<Sources> {
  const pairs = images.map(async ({ path, file }) => [path, await addressOf(file)] as const);
  return new Map(await Promise.all(pairs));
}

/** Returns addresses of the images that this device keeps of a text; undefined until they are known. */
export function useOfflineImages({ kind, slug, language }: Entry): Sources | undefined {
  const [sources, setSources] = useState<Sources>();
  useEffect(() => {
    let isShown = true;
    const read = async () => sourcesOf((await readImages({ kind, slug, language })) ?? []);
    void read()
      .catch(() => none)
      .then((found) => isShown && setSources(found));
    return () => void (isShown = false);
  }, [kind, slug, language]);
  return sources;
}
