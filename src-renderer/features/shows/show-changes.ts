import type { Endpoint } from "#shared/api/endpoint.ts";
import { listShows, type Show } from "#shared/api/show-day.ts";
import { getShelf } from "#shared/api/shelf.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { call, type Answer, type CallInput } from "#renderer/api-client/client.ts";
import { changeAnswers, queryClient, queryKey, refresh } from "#renderer/api-client/query.ts";
import { openWindowChannel } from "#renderer/platform/window-channel.ts";

type Shows = Answer<typeof listShows>["shows"];

/** The dashboard asks the shelf whether a show is ahead. */
const refreshShows = () => Promise.all([listShows, getShelf].map(refresh));

const notifyOtherWindows = openWindowChannel("shows-changed", () => void refreshShows());

const byDay = (one: Show, other: Show) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0);

/** Changes the shows that are on screen, and has the other windows of this device load theirs. */
async function showShows(change: (shows: Shows) => Shows): Promise<void> {
  const changed = changeAnswers(listShows, (shown) => ({
    ...shown,
    shows: change(shown.shows).toSorted(byDay),
  }));
  void queryClient.invalidateQueries({ queryKey: queryKey(getShelf), refetchType: "none" });
  await changed;
  notifyOtherWindows(null);
}

/** Sends a change of a show and shows the result; shows are loaded again if this one is gone. */
export async function changeShows<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<Show>> {
  const result = (await call(endpoint, { silent: true, ...input })) as ApiResult<Show>; // the answer of all changes
  const { data: changed, error } = result;
  if (changed)
    await showShows((shows) => [...shows.filter(({ id }) => id !== changed.id), changed]);
  else if (error.code === "not-found") await refreshShows();
  return result;
}

/** Takes a deleted show off the screen. */
export const forgetShow = (id: string): Promise<void> =>
  showShows((shows) => shows.filter((show) => show.id !== id));
