import {
  act,
  cleanup,
  fireEvent,
  render,
  renderHook,
  screen,
  waitFor,
} from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listShows, tickShowItem, type Show } from "#shared/api/show-day.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { show } from "./testing/sample-shows.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { ada as user } from "#renderer/testing/sample-user.ts";
import { tickOutbox, useShowTicks } from "./use-ticks.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
watchConnection();

const item = "articles/packing/1-pack";
const sent = () => sentTo(tickShowItem).map(({ input }) => input.body);
const use = (over: Partial<Show> = {}) => renderHook(() => useShowTicks(show(over))).result;
const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));

const failed = vi.fn<() => void>();
onFailed(failed);

beforeEach(() => useSession.setState({ status: "ready", token: "t1", user }));
afterEach(() => void failed.mockClear());

describe("a tick of a show", () => {
  it("without a connection stays, also after the page was left, and is sent when it is back", async () => {
    const ticks = use();
    act(() => ticks.current.tick?.(item, true));
    await settled();
    expect([ticks.current.isDone(item), failed.mock.calls.length]).toEqual([true, 0]);
    cleanup();
    expect(use().current.isDone(item)).toBe(true);
    answer(tickShowItem, { data: { ...show(), ticks: [item] } });
    vi.stubGlobal("fetch", async () => new Response("{}"));
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(sent()).toHaveLength(2));
    const [first, again] = sent();
    expect(again).toMatchObject({ item, isDone: true, at: first && Reflect.get(first, "at") });
    expect(use({ ticks: [item] }).current.isDone(item)).toBe(true);
  });

  it("is never off again on screen while its answer arrives", async () => {
    answer(listShows, { data: { shows: [show()], items: [], leftOut: 0 } });
    answer(tickShowItem, { data: { ...show(), ticks: [item] } });
    const seen: boolean[] = [];
    function Sheet({ shown }: { shown: Show }) {
      const { isDone, tick } = useShowTicks(shown);
      seen.push(isDone(item));
      return <button onClick={() => tick?.(item, true)}>Tick</button>;
    }
    function Page() {
      const shown = useApiQuery(listShows, {}).data?.shows[0];
      return shown && <Sheet shown={shown} />;
    }
    render(<Page />);
    const button = await screen.findByRole("button");
    seen.length = 0;
    fireEvent.click(button);
    await waitFor(() => expect(tickOutbox.pending()).toEqual([]));
    expect(seen).not.toContain(false);
  });
});
