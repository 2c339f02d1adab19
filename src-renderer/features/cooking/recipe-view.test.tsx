import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listDogs, type Dog } from "#shared/api/dogs.ts";
import { getShelfEntry } from "#shared/api/shelf.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { chooseInMenu, stubShowModal } from "#renderer/testing/step-dialog.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { dog, puppy } from "#renderer/features/dogs/testing/sample-dogs.ts";
import { continueSearch } from "./cook/continue-search.ts";
import { positionOfStep } from "./cook/step-position.ts";
import StartCooking from "./cook/start-cooking.tsx";
import { stepsOf } from "./cook/steps.ts";
import { useCooking } from "./cooking-store.ts";
import RecipeView, { AdjustPanel } from "./recipe-view.tsx";

const stew = entry({
  kind: "recipes",
  slug: "stew",
  title: "Stew",
  body: "## Method\n\n1. Simmer for 25 minutes.\n2. Serve.\n\n## Notes\n\n- no step",
  recipe: { prepMinutes: 5, cookMinutes: 25, servings: 4 },
  ingredients: [
    { quantity: 500, unit: "g", name: "turkey" },
    { quantity: 3, unit: "pc", name: "eggs" },
    { quantity: 1, unit: "tbsp", name: "oil" },
  ],
});

const open = (path = "/", over: Partial<typeof stew> = {}) =>
  renderPage(
    <>
      <StartCooking entry={{ ...stew, ...over }} setting="library" />
      <RecipeView
        entry={{ ...stew, ...over }}
        reload={() => Promise.resolve(null)}
        setting="library"
      />
    </>,
    path,
  );

const press = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  useSession.setState({ status: "ready", token: "t1", user: ada });
  useCooking.setState({ timers: [] });
  stubShowModal();
});
afterEach(() => {
  platform.remove("dog");
  vi.restoreAllMocks();
});

it("has the player of a step that is a video, which stays a link in cooking mode", async () => {
  const demo = brand;
  setBrand({ ...demo, embeds: { youtube: true, vimeo: false, peertube: [] } });
  onTestFinished(() => setBrand(demo));
  const user = open("/", { body: "1. Whisk.\n\n   https://youtu.be/dQw4w9WgXcQ\n\n2. Serve." });
  const video = { name: /^Play video from YouTube/ };
  screen.getByRole("button", video);
  await user.click(press("Start cooking"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "First step" }));
  dialog.getByRole("link", { name: "https://youtu.be/dQw4w9WgXcQ" });
  expect(dialog.queryByRole("button", video)).toBeNull();
});

describe("a recipe for 4", () => {
  it("ignores portions in the address that nobody can cook", () => {
    for (const portions of ["0", "-2", "abc", "1e9"]) {
      open(`/?portions=${portions}`);
      screen.getByText("4 portions");
      cleanup();
    }
  });

  it("copies its scaled ingredients as a shopping list, and says when that is not allowed", async () => {
    const user = open("/?portions=8");
    const write = vi.spyOn(navigator.clipboard, "writeText");
    const copyList = () => chooseInMenu(user, "Print, copy, untick", "Copy list");
    await copyList();
    expect(write).toHaveBeenCalledWith(
      "Stew (8 portions)\n1,000 g turkey\n6 eggs\n2 tablespoons oil",
    );
    await screen.findByText("The shopping list is copied.");
    write.mockRejectedValueOnce(new Error("denied"));
    document.execCommand = () => false;
    await copyList();
    await screen.findByText(/did not allow copying/);
  });

  it("opens cook mode at the first step that is not done, and Finish leaves it", async () => {
    answer(getShelfEntry, { data: { isSaved: false, place: null, ticks: ["step-0"] } });
    const body = "1. Simmer the oil for 25 minutes.\n2. Add the turkey and one egg.";
    const user = open("/", { body });
    await user.click(await screen.findByRole("button", { name: "Continue at step 2" }));
    const dialog = await screen.findByRole("dialog", { name: "Cooking: Stew" });
    within(dialog).getByText("Step 2 of 2");
    const amounts = within(dialog).getByRole("list", { name: "Amounts" });
    expect(
      within(amounts)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["500 g turkey", "3 eggs"]); // not the oil, which the step does not name
    await expectAddress("/?cook=2");
    within(dialog).getByText(/cannot keep the screen on/);
    within(dialog).getByRole("button", { name: "Leave cooking mode" }).focus();
    await user.keyboard("{ArrowLeft}");
    await user.click(within(dialog).getByRole("button", { name: "Start timer: 25 min" }));
    within(dialog).getByText(/^2[45]:\d\d left$/);
    await user.click(within(dialog).getByRole("button", { name: "Next" }));
    await user.click(within(dialog).getByRole("button", { name: "Finish" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(useCooking.getState().timers).toHaveLength(1);
  });

  it("continues at a place whose step has moved, at the size of its address", async () => {
    const place = positionOfStep(stepsOf(stew.body), 2, "?portions=7&units=us");
    if (!place) throw new Error("The recipe has no second step.");
    const body = "1. Wash your hands.\n2. Simmer the turkey for 25 minutes.\n3. Serve.";
    const user = open(`/${continueSearch(place)}`, { body });
    const dialog = await screen.findByRole("dialog");
    within(dialog).getByText("Step 3 of 3");
    await user.click(within(dialog).getByRole("button", { name: "Back" }));
    await expectAddress("/?portions=7&units=us&cook=2");
    within(dialog).getByText("1 lb 15 oz");
  });

  it("opens its last step where the address names one beyond the end", async () => {
    open("/?cook=9");
    within(await screen.findByRole("dialog")).getByText("Step 2 of 2");
  });

  it("without a numbered list has no cook mode", () => {
    open("/", { body: "Just mix." });
    expect(screen.queryByRole("button", { name: "Start cooking" })).toBeNull();
  });
});

describe("a recipe fitted", () => {
  const setPortions = vi.fn();
  const scale = {
    portions: 4,
    factor: 1,
    system: "metric",
    setPortions,
    setSystem: vi.fn(),
  } as const;
  const fit = (over: Partial<typeof stew>, dogs: Dog[] = [], path = "/") => {
    answer(listDogs, { data: { items: dogs } });
    return renderPage(
      <AdjustPanel entry={{ ...stew, ...over }} servings={4} scale={scale} />,
      path,
    );
  };
  const feeding = { kcal: 250, dayShare: 0.4, daysAWeek: 2 };

  it("to a dog of 12 kg gives its share of the day's energy, and says what is assumed", async () => {
    const user = fit({ feeding });
    await user.type(await screen.findByLabelText("Weight in kg"), "12");
    screen.getByText(/720 kcal a day, at most 40% of them from this: 1.1 por/);
    screen.getByText(/ask your vet/);
    await user.click(press("Cook 2½ portions"));
    expect(setPortions).toHaveBeenLastCalledWith(2.5);
    await user.selectOptions(await screen.findByLabelText("Activity"), "hard");
    press("Cook 3½ portions");
  });

  it("to a dog scales by weight alone where the recipe has no energy", async () => {
    const user = fit({}, [dog()]);
    await screen.findByLabelText("Dog");
    screen.getByText(/suits a dog of 20 kg as written/);
    await user.click(press("Cook 6½ portions"));
    expect(setPortions).toHaveBeenLastCalledWith(6.5);
  });

  it("to a dog says so if the weight is none", async () => {
    const user = fit({ feeding });
    await user.type(await screen.findByLabelText("Weight in kg"), "heavy");
    screen.getByText(/Enter a weight from 0.5 to 120 kg/);
    expect(screen.queryByRole("button", { name: /^Cook/ })).toBeNull();
  });

  it("to one of the member's dogs uses its weight and sport, and remembers it on the device", async () => {
    const ida = dog({ id: "2", name: "Ida", weightKg: 12, discipline: "agility" });
    const user = fit({ feeding }, [dog(), ida]);
    await user.selectOptions(await screen.findByLabelText("Dog"), "Ida, 12 kg");
    screen.getByText(/900 kcal a day/);
    expect(screen.queryByLabelText("Weight in kg")).toBeNull();
    cleanup();
    fit({ feeding }, [dog(), ida]);
    expect((await screen.findByLabelText<HTMLSelectElement>("Dog")).value).toBe("2");
    await user.selectOptions(await screen.findByLabelText("Dog"), "Another weight");
    screen.getByLabelText("Weight in kg");
  });

  it("to the dog of the address is scaled at once, but keeps portions of the address", async () => {
    const rex = dog();
    fit({ feeding }, [puppy(20), rex], `/?dog=${rex.id}`);
    // 40 kg: 1781 kcal, of which 40 % on two days
    await vi.waitFor(() => expect(setPortions).toHaveBeenCalledWith(5.5));
    cleanup();
    setPortions.mockClear();
    fit({ feeding }, [rex], `/?dog=${rex.id}&portions=3`);
    await screen.findByText(/about 1,780 kcal a day/);
    expect(setPortions).not.toHaveBeenCalled();
  });

  it.each([
    ["an old weight", dog({ weighedOn: "2024-02-03" }), /Rex was weighed on .*3 February 2024/],
    ["no weight", puppy(20), /Enter the weight of Ida once/],
  ])("to a dog with %s says so, with a link to the dogs", async (_, one, text) => {
    fit({ feeding }, [one]);
    await screen.findByText(text);
    const link = screen.getByRole("link", { name: "Open your dogs" });
    expect(link.getAttribute("href")).toBe("/dashboard?tab=dogs");
  });

  it("to a dog that is growing says that its need is another", async () => {
    fit({ feeding }, [puppy(5)]);
    await screen.findByText(/Ida is still growing/);
  });

  it("to another tin scales by its area", async () => {
    const user = fit({ tin: { length: 20, width: 20 } });
    await user.selectOptions(await screen.findByLabelText("Shape"), "round");
    await user.type(await screen.findByLabelText("Diameter in cm"), "24");
    await user.click(press("Cook 4½ portions"));
    expect(setPortions).toHaveBeenLastCalledWith(4.5);
  });
});
