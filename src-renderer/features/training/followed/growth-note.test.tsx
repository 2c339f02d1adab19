import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { deviceDate } from "#shared/calendar-date.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { dog, puppy } from "#renderer/features/dogs/testing/sample-dogs.ts";
import { GrowthNote } from "./start-dialog.tsx";

const today = deviceDate(new Date());

it.each([
  ["too young", puppy(9), /Ida is 9 months old.* closed by 12 months.* do not jump/],
  ["a month old", puppy(1), /Ida is 1 month old\./],
  ["of unknown age", dog({ bornOn: null }), /only once Rex is fully grown: at 12 to 18 months/],
])("warns of a protocol that jumps for a dog that is %s", async (_, one, text) => {
  renderPage(<GrowthNote dog={one} today={today} />);
  screen.getByText(text);
});

it("says nothing of a dog that is grown", async () => {
  renderPage(<GrowthNote dog={dog()} today={today} />);
  expect(screen.queryByRole("status")).toBeNull();
});
