import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { brand } from "#renderer/platform/brand.ts";
import { addDog, changeDog, deleteDog, listDogs, measureDog, type Dog } from "#shared/api/dogs.ts";
import { countTrainingOfDog } from "#shared/api/training.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import DogsSection from "./dogs-section.tsx";

const luna: Dog = {
  id: "1",
  name: "Luna",
  bornOn: null,
  discipline: null,
  weightKg: 8.4,
  weighedOn: "2026-02-01",
  heights: [4, 3, 2, 1].map((month) => ({
    id: String(month),
    heightCm: 30 + month,
    measuredOn: `2026-0${month}-01`,
  })),
};
const show = (items: Dog[]) => {
  answer(listDogs, { data: { items } });
  return renderPage(<DogsSection />);
};
const rejected = (code: "limit-reached" | "not-found") =>
  ({ error: { kind: "rejected", message: "", status: 409, code } }) as const;

it("shows the class of the latest height, and older measurements when asked for", async () => {
  const user = show([luna, { ...luna, id: "2", name: "Aro", heights: [] }]);
  const dog = within(await screen.findByRole("article", { name: "Luna" }));
  dog.getByText("Small, 34 cm");
  expect(dog.getAllByRole("row")).toHaveLength(4); // with the head
  await user.click(dog.getByRole("button", { name: "Show all 4 measurements" }));
  expect(dog.getAllByRole("row")).toHaveLength(5);
  const aro = within(screen.getByRole("article", { name: "Aro" }));
  aro.getByText("Not measured yet, so no class yet.");
});

it.each(["Europe/Warsaw", "America/New_York"])(
  "has days of the calendar for a seller in %s",
  async (zone) => {
    const seller = brand.timeZone;
    brand.timeZone = zone;
    show([{ ...luna, bornOn: "2025-01-01" }]);
    const dog = await screen.findByRole("article", { name: "Luna" });
    brand.timeZone = seller;
    for (const day of ["1 January 2025", "1 February 2026", "1 April 2026"]) {
      expect(dog.textContent).toContain(day);
    }
  },
);

it("leads members to the show day also if the dogs cannot be loaded", async () => {
  signIn({ token: "t", user: ada });
  renderPage(<DogsSection />);
  await screen.findByRole("alert");
  screen.getByRole("link", { name: "Show day" });
});

it("shows a dog that was added, with the focus on its name", async () => {
  const user = show([]);
  await user.click(await screen.findByRole("button", { name: "Add a dog" }));
  expect(screen.queryByRole("button", { name: "Find the class" })).toBeNull();
  answer(addDog, { data: luna });
  answer(listDogs, { data: { items: [luna] } });
  await user.type(screen.getByLabelText("Name"), "Luna");
  await user.click(screen.getByRole("button", { name: "Add this dog" }));
  await screen.findByText(/Luna has been added/);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Luna" }));
  screen.getByRole("button", { name: "Find the class" });
});

it("does not offer to add a twenty-first dog", async () => {
  show(Array.from({ length: 20 }, (_, i) => ({ ...luna, id: String(i) })));
  await screen.findByText(/You can add up to twenty dogs/);
  expect(screen.queryByRole("button", { name: "Add a dog" })).toBeNull();
});

it("sends a change without heights, and keeps the day of the weighing", async () => {
  const user = show([luna]);
  await user.click(await screen.findByRole("button", { name: "Edit: Luna" }));
  answer(changeDog, { data: luna });
  await user.selectOptions(await screen.findByLabelText("Discipline"), "Rally");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText("The changes to Luna are saved.");
  const { name, bornOn, weightKg, weighedOn } = luna;
  expect(sentTo(changeDog)[0]?.input.body).toEqual({
    name,
    bornOn,
    discipline: "rally",
    weightKg,
    weighedOn,
  });
});

it("says that a dog is gone that was deleted elsewhere", async () => {
  const user = show([luna]);
  await user.click(await screen.findByRole("button", { name: "Measure again: Luna" }));
  answer(measureDog, rejected("not-found"));
  const form = within(await screen.findByRole("form", { name: "Measure again: Luna" }));
  await user.type(form.getByLabelText("Height at the withers in cm"), "36");
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("This dog was deleted in another window.");
});

it("says that followed protocols go with a dog where their number does not load", async () => {
  const user = show([luna]);
  await user.click(await screen.findByRole("button", { name: "Delete: Luna" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/^Any protocols that you follow with Luna/);
});

it("says what goes with a dog before deleting it, and that a failure deleted nothing", async () => {
  answer(countTrainingOfDog, { data: { plans: 2 } });
  const user = show([luna]);
  await user.click(await screen.findByRole("button", { name: "Delete: Luna" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/^All 4 measurements of Luna and everything else/);
  await dialog.findByText(/^2 protocols that you follow with Luna are deleted/);
  expect(sentTo(deleteDog)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Delete the dog" }));
  await dialog.findByText(/nothing was deleted/);
  answer(deleteDog, { data: undefined });
  answer(listDogs, { data: { items: [] } });
  await user.click(dialog.getByRole("button", { name: "Delete the dog" }));
  await screen.findByText("Luna has been deleted.");
});
