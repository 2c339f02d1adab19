import { listDogs } from "#shared/api/dogs.ts";
import { listShows } from "#shared/api/show-day.ts";
import { listTraining } from "#shared/api/training.ts";
import { getDiarySummary, listDiary } from "#shared/api/training-diary.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { openWindowChannel } from "#renderer/platform/window-channel.ts";

/** Followed protocols and shows name their dogs, and go with them. */
const refreshDogs = () =>
  Promise.all([listDogs, listTraining, listDiary, getDiarySummary, listShows].map(refresh));

const notifyOtherWindows = openWindowChannel("dogs-changed", () => void refreshDogs());

/** Loads the dogs again, in this window and in the others of this device. */
export async function reloadDogs(): Promise<void> {
  notifyOtherWindows(null);
  await refreshDogs();
}
