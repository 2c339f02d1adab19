import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "../../../testing/render-page.tsx";
import { entry } from "../testing/sample-entries.ts";
import AdjustPanel from "./adjust/adjust-panel.tsx";
import { useCooking } from "./cooking-store.ts";
import RecipeView from "./recipe-view.tsx";

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
    <RecipeView entry={{ ...stew, ...over }} reload={() => Promise.resolve(null)} />,
    path,
  );

const press = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  useCooking.setState({ done: {}, timers: [] });
  // jsdom does not show dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});
afterEach(() => vi.restoreAllMocks());

describe("a recipe for 4", () => {
  it("is scaled to 7 portions, and to US units, both kept in the address", async () => {
    const user = open();
    for (let i = 0; i < 3; i += 1) await user.click(press("One more portion"));
    expect(screen.getByText("7 portions")).toBeTruthy();
    expect(screen.getByText("875 g")).toBeTruthy();
    expect(screen.getByText("5½")).toBeTruthy();
    await user.click(press("US"));
    expect(screen.getByText("1 lb 15 oz")).toBeTruthy();
    expect(screen.getByTestId("address").textContent).toBe("/?portions=7&units=us");
    await user.click(press("1× The recipe as written"));
    expect(screen.getByTestId("address").textContent).toBe("/?units=us");
  });

  it("ignores portions in the address that nobody can cook", () => {
    for (const portions of ["0", "-2", "abc", "1e9"]) {
      open(`/?portions=${portions}`);
      expect(screen.getByText("4 portions")).toBeTruthy();
      cleanup();
    }
  });

  it("keeps its ticks when portions change, and when it is left", async () => {
    const user = open();
    await user.click(screen.getByRole("checkbox", { name: /turkey/ }));
    await user.click(await screen.findByRole("checkbox", { name: "Step 2 is done" }));
    await user.click(press("2× Twice the recipe"));
    expect(screen.getByRole("checkbox", { name: /turkey/, checked: true })).toBeTruthy();
    cleanup();
    open();
    expect(screen.getByRole("checkbox", { name: /turkey/, checked: true })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: /eggs/, checked: false })).toBeTruthy();
    expect(
      await screen.findByRole("checkbox", { name: "Step 2 is done", checked: true }),
    ).toBeTruthy();
    cleanup();
    open("/", { slug: "another" });
    expect(screen.getByRole("checkbox", { name: /turkey/, checked: false })).toBeTruthy();
  });

  it("has boxes for the steps of its numbered list only", async () => {
    open();
    await screen.findByText("no step");
    expect(screen.getAllByRole("checkbox")).toHaveLength(3 + 2);
  });

  it("copies its scaled ingredients as a shopping list, and says when that is not allowed", async () => {
    const user = open("/?portions=8");
    const write = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(press("Copy list"));
    expect(write).toHaveBeenCalledWith(
      "Stew (8 portions)\n1,000 g turkey\n6 eggs\n2 tablespoons oil",
    );
    expect(await screen.findByText("The shopping list is copied.")).toBeTruthy();
    write.mockRejectedValueOnce(new Error("denied"));
    await user.click(press("Copy list"));
    expect(await screen.findByText(/did not allow copying/)).toBeTruthy();
  });

  it("opens cook mode at the first step that is not done, and Finish leaves it", async () => {
    useCooking.setState({ done: { stew: ["step-0"] }, timers: [] });
    const user = open();
    await user.click(press("Continue at step 2"));
    const dialog = await screen.findByRole("dialog", { name: "Cooking: Stew" });
    expect(within(dialog).getByText("Step 2 of 2")).toBeTruthy();
    expect(screen.getByTestId("address").textContent).toBe("/?cook=2");
    expect(within(dialog).getByText(/cannot keep the screen on/)).toBeTruthy();
    within(dialog).getByRole("button", { name: "Leave cook mode" }).focus();
    await user.keyboard("{ArrowLeft}");
    await user.click(within(dialog).getByRole("button", { name: "Start timer: 25 min" }));
    expect(within(dialog).getByText("25:00 left")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Next" }));
    await user.click(within(dialog).getByRole("button", { name: "Finish" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(useCooking.getState().timers).toHaveLength(1);
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
  const fit = (over: Partial<typeof stew>, weight?: number) =>
    renderPage(
      <AdjustPanel entry={{ ...stew, ...over }} servings={4} scale={scale} weight={weight} />,
    );
  const feeding = { kcal: 250, dayShare: 0.4, daysAWeek: 2 };

  it("to a dog of 12 kg gives its share of the day's energy, and says what is assumed", async () => {
    const user = fit({ feeding });
    await user.type(screen.getByLabelText("Weight in kg"), "12");
    expect(
      screen.getByText(/720 kcal a day, of which at most 40% from this: 1.2 por/),
    ).toBeTruthy();
    expect(screen.getByText(/ask your vet/)).toBeTruthy();
    await user.click(press("Cook 2½ portions"));
    expect(setPortions).toHaveBeenLastCalledWith(2.5);
    await user.selectOptions(screen.getByLabelText("Activity"), "hard");
    expect(press("Cook 3½ portions")).toBeTruthy();
  });

  it("to a dog scales by weight alone where the recipe has no energy", async () => {
    const user = fit({}, 40);
    expect(screen.getByText(/right for a dog of 20 kg as written/)).toBeTruthy();
    await user.click(press("Cook 6½ portions"));
    expect(setPortions).toHaveBeenLastCalledWith(6.5);
  });

  it("to a dog says so if the weight is none", async () => {
    const user = fit({ feeding });
    await user.type(screen.getByLabelText("Weight in kg"), "heavy");
    expect(screen.getByText(/Enter a weight from 0.5 to 120 kg/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Cook/ })).toBeNull();
  });

  it("to another tin scales by its area", async () => {
    const user = fit({ tin: { length: 20, width: 20 } });
    await user.selectOptions(screen.getByLabelText("Shape"), "round");
    await user.type(screen.getByLabelText("Diameter in cm"), "24");
    await user.click(press("Cook 4½ portions"));
    expect(setPortions).toHaveBeenLastCalledWith(4.5);
  });
});
