import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { getShelf } from "#shared/api/shelf.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { onFailed } from "./client.ts";
import { watchConnection } from "./connection.ts";
import { changeAnswers, useApiQuery } from "./query.ts";

vi.mock("./transport.ts", () => import("#renderer/testing/fake-api.ts"));
watchConnection();

const shelf = { begun: [], saved: [], newSince: null, newCounts: [], hasShowAhead: false };

function Page() {
  const { isError, isSuccess, refetch } = useApiQuery(getShelf, {});
  const state = isError ? "failed" : isSuccess ? "shown" : "loading";
  return <button onClick={() => void refetch()}>{state}</button>;
}

it("What failed for lack of a connection is loaded once there is one; only what the user asked for reports a failure", async () => {
  const failed = vi.fn<() => void>();
  onFailed(failed);
  const user = renderPage(<Page />);
  await screen.findByText("failed");
  expect(failed).toHaveBeenCalledTimes(1);
  vi.stubGlobal("fetch", async () => new Response("{}"));
  window.dispatchEvent(new Event("online"));
  await vi.waitUntil(() => sentTo(getShelf).length > 1);
  expect(failed).toHaveBeenCalledTimes(1);
  await user.click(await screen.findByText("failed"));
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2));
  answer(getShelf, { data: shelf });
  window.dispatchEvent(new Event("online"));
  await screen.findByText("shown");
});

it("What loads for the first time is loaded again when a change of it cancels that, instead of staying a placeholder", async () => {
  answer(getShelf, new Promise(() => {}));
  renderPage(<Page />);
  await vi.waitUntil(() => sentTo(getShelf).length === 1);
  answer(getShelf, { data: shelf });
  await changeAnswers(getShelf, (held) => held);
  await screen.findByText("shown");
});
