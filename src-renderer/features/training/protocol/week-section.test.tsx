import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { HeightClass } from "#shared/height-class.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { WeekSection } from "./week-section.tsx";

const cm = { extraSmall: 10, small: 15, medium: 20, intermediate: 25, large: 30 };
const week = {
  title: "Short sequences",
  sessions: [
    {
      title: "Canter",
      minutes: 30,
      description: "Uphill.",
      course: "field 9 x 8\ncone 3,4\ncaption Round the cone.",
    },
    { title: "Wide curve", minutes: 12, description: "Bars.", byClass: [{ label: "Bar", cm }] },
  ],
};

type Dog = { id: string; name: string; heightClass: HeightClass | null };

const open = (dog: Dog | null) =>
  renderPage(<WeekSection week={week} number={4} isOpen isLeftOut={false} dog={dog} />);

it("shows the values of all height classes in a table while no dog is chosen", () => {
  open(null);
  const table = within(screen.getByRole("table", { name: "By height class: Wide curve" }));
  table.getByRole("row", { name: "Extra small 10 cm" });
  table.getByRole("row", { name: "Large 30 cm" });
});

it("draws the set-up of a session below it", async () => {
  open(null);
  const drawing = await screen.findByRole("img", { name: "Set-up seen from above, 9 × 8 m" });
  const row = drawing.closest("tr");
  expect(row?.previousElementSibling?.textContent).toContain("Canter");
  expect(row?.textContent).toContain("Round the cone.");
});

it("shows the value of the dog that is trained with its session", () => {
  open({ id: "1", name: "Ida", heightClass: "small" });
  const session = within(screen.getByRole("row", { name: /Wide curve/ }));
  session.getByText("Bar: 15 cm (Ida, Small)");
  expect(screen.getAllByRole("table")).toHaveLength(1);
});
