import { cleanup, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeShelf, type ShelfChange } from "#shared/api/shelf-changes.ts";
import { getShelfEntry } from "#shared/api/shelf.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { connectDevice } from "#renderer/testing/connect-device.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { chooseInMenu, stubShowModal } from "#renderer/testing/step-dialog.ts";
import { ada as user } from "#renderer/testing/sample-user.ts";
import type { EntrySetting } from "#renderer/features/reading/kinds.ts";
import { isWaiting } from "#renderer/features/reading/shelf/follow/changes.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import StartCooking from "./cook/start-cooking.tsx";
import { useCooking } from "./cooking-store.ts";
import RecipeView from "./recipe-view.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
watchConnection();

const stew = entry({
  kind: "recipes",
  slug: "stew",
  title: "Stew",
  body: "1. Simmer for 25 minutes.\n2. Serve.",
  recipe: { prepMinutes: 5, cookMinutes: 25, servings: 4 },
  ingredients: [
    { quantity: 500, unit: "g", name: "turkey" },
    { quantity: 3, unit: "pc", name: "eggs" },
  ],
});

const open = (setting: EntrySetting = "library", path = "/") =>
  renderPage(
    <RecipeView entry={stew} reload={() => Promise.resolve(null)} setting={setting} />,
    path,
  );
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const isTicked = async (name: string | RegExp) => (await box(name)).checked;
const serve = (...ticks: string[]) =>
  answer(getShelfEntry, { data: { isSaved: false, place: null, ticks } });
const changes = () =>
  sentTo(changeShelf).map(({ input }) => (input.body as { changes: ShelfChange[] }).changes);
/** The server merges what it gets; another device unticked these items later. */
const accept = (...unticked: string[]) =>
  answer(changeShelf, {
    data: {
      items: ["ingredient-0", "ingredient-1", "step-0", "step-1"].map((item) => ({
        type: "tick",
        kind: "recipes",
        slug: "stew",
        item,
        at: "2026-03-01T14:00:00.000Z",
        isKept: !unticked.includes(item),
      })),
    },
  });
const untilSettled = () => vi.waitFor(() => expect(isWaiting()).toBe(false));

beforeEach(async () => {
  await connectDevice();
  useSession.setState({ status: "ready", token: "t1", user });
  useCooking.setState({ timers: [] });
  stubShowModal();
});

describe("ticks of a recipe", () => {
  it("made on another device appear: at once, and those made meanwhile when the page is visible again", async () => {
    serve("ingredient-1", "step-1");
    open();
    await vi.waitFor(async () => expect(await isTicked(/eggs/)).toBe(true));
    expect(await isTicked(/turkey/)).toBe(false);
    expect(await isTicked("Step 2 is done")).toBe(true);
    serve("ingredient-0");
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(async () => expect(await isTicked(/turkey/)).toBe(true));
    expect(await isTicked(/eggs/)).toBe(false);
  });

  it("are sent each with its time, and stay ticked", async () => {
    serve("step-1");
    accept();
    const visitor = open();
    await vi.waitFor(async () => expect(await isTicked("Step 2 is done")).toBe(true));
    await visitor.click(await box(/turkey/));
    expect(await isTicked(/turkey/)).toBe(true);
    await untilSettled();
    expect(changes()).toMatchObject([
      [{ type: "tick", kind: "recipes", slug: "stew", item: "ingredient-0", isKept: true }],
    ]);
    expect(await isTicked(/turkey/)).toBe(true);
    expect(await isTicked("Step 2 is done")).toBe(true);
  });

  it("made before the first answer keep those of other devices on screen", async () => {
    const first = Promise.withResolvers<never>();
    answer(getShelfEntry, first.promise);
    accept();
    const visitor = open();
    serve("ingredient-0", "step-1");
    await visitor.click(await box(/turkey/));
    await vi.waitFor(async () => expect(await isTicked("Step 2 is done")).toBe(true));
    expect(await isTicked(/turkey/)).toBe(true);
  });

  it("are made by Next in cook mode, not by turning its pages with keys, and begin anew with Finish", async () => {
    serve();
    accept();
    const visitor = renderPage(
      <>
        <RecipeView entry={stew} reload={() => Promise.resolve(null)} setting="library" />
        <StartCooking entry={stew} setting="library" />
      </>,
    );
    const steps = async () => [await isTicked("Step 1 is done"), await isTicked("Step 2 is done")];
    await visitor.click(await screen.findByRole("button", { name: "Start cooking" }));
    await visitor.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
    await screen.findByText("Step 1 of 2");
    expect(await steps()).toEqual([false, false]);
    answer(changeShelf, { data: { items: [] } });
    await visitor.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("Step 2 of 2");
    expect(changes().at(-1)).toMatchObject([{ type: "tick", item: "step-0", isKept: true }]);
    await visitor.click(screen.getByRole("button", { name: "Back" }));
    await visitor.click(screen.getByRole("button", { name: "Next" }));
    await visitor.click(screen.getByRole("button", { name: "Finish" }));
    expect(await steps()).toEqual([false, false]);
  });

  it("are cleared together, with those that another device may have made meanwhile", async () => {
    serve("ingredient-0", "step-7");
    accept("ingredient-0", "ingredient-1", "step-0", "step-1");
    const visitor = open();
    await vi.waitFor(async () => expect(await isTicked(/turkey/)).toBe(true));
    await chooseInMenu(visitor, "Print, copy, untick", "Untick all");
    screen.getByText("Nothing is ticked off any more.");
    await untilSettled();
    expect(await isTicked(/turkey/)).toBe(false);
    const [sent = [], ...others] = changes();
    expect(others).toEqual([]);
    expect(sent.every(({ isKept }) => !isKept)).toBe(true);
    expect(sent.map(({ item }) => item)).toEqual([
      "ingredient-0",
      "ingredient-1",
      "step-0",
      "step-1",
      "step-7",
    ]);
  });
});

it("ticks made without a connection are sent once there is one", async () => {
  const visitor = open();
  await visitor.click(await box(/turkey/));
  expect(await isTicked(/turkey/)).toBe(true);
  cleanup();
  // As the server has it once it merged the tick.
  serve("ingredient-0");
  accept();
  await connectDevice();
  await untilSettled();
  open();
  expect(changes().at(-1)).toMatchObject([{ item: "ingredient-0", isKept: true }]);
  expect(await isTicked(/turkey/)).toBe(true);
});

it("a preview's ticks are not those of the recipe", async () => {
  const visitor = open("review");
  await visitor.click(await box(/turkey/));
  cleanup();
  serve();
  open();
  expect(await isTicked(/turkey/)).toBe(false);
  expect(sentTo(changeShelf)).toEqual([]);
});
