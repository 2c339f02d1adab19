import { createContext } from "react";

/**
 * The addresses at which the images of a text are shown, by those in the text, where it is read from the device; an image
 * that is not among them is described instead. Null where texts come from the server.
 */
export const ImageSources = createContext<ReadonlyMap<string, string> | null>(null);
