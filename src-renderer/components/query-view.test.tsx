import { cleanup, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { QueryView } from "./query-view.tsx";

afterEach(cleanup);

type Props = ComponentProps<typeof QueryView<string[], { kind: string; code?: string }>>;

function show(query: Partial<Props["query"]>, props: Partial<Props> = {}) {
  const refetch = vi.fn();
  const user = renderPage(
    <QueryView
      query={{ data: undefined, error: null, refetch, ...query }}
      loading={<p>placeholder</p>}
      isEmpty={(items) => items.length === 0}
      empty={<p>nothing yet</p>}
      {...props}
    >
      {(items) => <p>{items.join(" and ")}</p>}
    </QueryView>,
  );
  return { user, refetch };
}

const offline = { failure: { kind: "offline" } };

it("shows the placeholder until there is data or an error", () => {
  show({});
  screen.getByText("placeholder");
});

it("shows the data", () => {
  show({ data: ["bread", "butter"] });
  screen.getByText("bread and butter");
});

it("shows the empty state instead of empty data", () => {
  show({ data: [] });
  screen.getByText("nothing yet");
});

it("says that the device is offline, and loads again when asked", async () => {
  const { user, refetch } = show({ error: offline });
  expect(screen.getByRole("alert").textContent).toContain("There seems to be no connection");
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});

it("keeps data on screen when loading it again fails", () => {
  show({ data: ["bread"], error: offline });
  screen.getByText("bread");
});

it("hides data that could not be loaded again where it must not be acted on", () => {
  show({ data: ["bread"], error: offline }, { hidesStale: true });
  expect(screen.queryByText("bread")).toBeNull();
  screen.getByRole("alert");
});

it("lets a page say what some failures mean, and keeps the standard view for the others", () => {
  const renderFailure: Props["renderFailure"] = ({ code }, standard) =>
    code === "not-found" ? <p>no such page</p> : standard;
  show({ error: { failure: { kind: "rejected", code: "not-found" } } }, { renderFailure });
  screen.getByText("no such page");
  cleanup();
  show({ error: offline }, { renderFailure });
  screen.getByRole("alert");
});
