import { act, cleanup, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, it, vi } from "vitest";
import { getContent } from "#shared/api/library.ts";
import { getShelf } from "#shared/api/shelf.ts";
import { createListeners } from "#shared/listeners.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import type { ApiFailure } from "./api-failure.ts";
import { configureClient, onFailed } from "./client.ts";
import { watchConnection } from "./connection.ts";
import { changeAnswers, queryClient, queryOf, useApiQuery } from "./query.ts";

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

it("What was typed below an answer stays while it loads in another language, and if that fails", async () => {
  let language = "en";
  configureClient({ token: () => null, language: () => language });
  const languageChanged = createListeners();
  function Form() {
    const [, setCount] = useState(0);
    useEffect(() => languageChanged.add(() => setCount((count) => count + 1)), []);
    const { data } = useApiQuery(getShelf, {});
    return data ? <input aria-label={String(data.newSince)} /> : <p>loading</p>;
  }
  answer(getShelf, { data: { ...shelf, newSince: "2026-01-01T00:00:00.000Z" } });
  const user = renderPage(<Form />);
  const field = await screen.findByRole("textbox");
  await user.type(field, "Rex");
  const switchTo = (next: string) => {
    language = next;
    act(() => languageChanged.emit());
  };
  const late = Promise.withResolvers<{ error: ApiFailure }>();
  answer(getShelf, late.promise);
  switchTo("pl");
  expect(screen.getByRole("textbox")).toBe(field);
  await vi.waitUntil(() => sentTo(getShelf).length === 2);
  await act(async () => late.resolve({ error: { kind: "offline", message: "" } }));
  expect(screen.getByRole("textbox")).toBe(field);
  answer(getShelf, { data: { ...shelf, newSince: "2026-02-02T00:00:00.000Z" } });
  switchTo("en");
  switchTo("pl");
  expect(await screen.findByLabelText(/^2026-02-02/)).toBe(field);
  expect(screen.getByDisplayValue("Rex")).toBe(field);
  configureClient({ token: () => null, language: () => "en" });
});

it("An answer is not shown for another input, nor in another language to a page that is opened later", async () => {
  let language = "en";
  configureClient({ token: () => null, language: () => language });
  function Entry({ slug }: { slug: string }) {
    const { data } = useApiQuery(getContent, { params: { kind: "articles", slug } });
    return <p>{data ? "shown" : "loading"}</p>;
  }
  queryClient.setQueryData(
    queryOf(getContent, { params: { kind: "articles", slug: "a" } }).queryKey,
    {}, // only whether there is an answer matters
  );
  answer(getContent, new Promise(() => {}));
  renderPage(<Entry slug="a" />);
  await screen.findByText("shown");
  renderPage(<Entry slug="b" />);
  await screen.findByText("loading");
  cleanup();
  language = "pl";
  renderPage(<Entry slug="a" />);
  await screen.findByText("loading");
  configureClient({ token: () => null, language: () => "en" });
});
