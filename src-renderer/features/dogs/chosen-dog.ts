import type { Dog } from "#shared/api/dogs.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** Returns the user's dog that was chosen last on this device; undefined if it is none of these. */
export const rememberedDog = (dogs: readonly Dog[]): Dog | undefined => {
  const id = platform.read("dog");
  return dogs.find((dog) => dog.id === id);
};

export const rememberDog = (id: string): void => platform.write("dog", id);
