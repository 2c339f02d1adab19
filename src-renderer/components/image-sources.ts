import { createContext, use } from "react";

/** Addresses of a text's images on the device, by those in the text; others are described. Null where texts come online. */
export const ImageSources = createContext<ReadonlyMap<string, string> | null>(null);

/** Returns whether the text is the copy stored on this device. */
export const useIsTextStored = (): boolean => use(ImageSources) !== null;
