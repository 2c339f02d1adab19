import { listDogs } from "../../../src-shared/api/dogs.ts";
import { refresh } from "../../api-client/query.ts";
import { openWindowChannel } from "../../platform/window-channel.ts";

const tellOthers = openWindowChannel("dogs-changed", () => void refresh(listDogs));

/** Loads the dogs again, in this window and in the others of this device. */
export async function dogsChanged(): Promise<void> {
  tellOthers(null);
  await refresh(listDogs);
}
