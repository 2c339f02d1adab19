import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { HeightClassFinder, parseHeight } from "./height-class-finder.tsx";

const find = async (text: string) => {
  const user = renderPage(<HeightClassFinder />);
  const field = screen.getByLabelText("Height at the withers in cm");
  if (text) await user.type(field, text);
  await user.click(await screen.findByRole("button", { name: "Find the class" }));
  return field;
};

describe("the class of a dog, with its band", () => {
  it.each([
    ["30", "30 cm: Extra small (up to 30 cm)"],
    ["30.04", "30 cm: Extra small (up to 30 cm)"],
    ["30.05", "30.1 cm: Small (30.1 to 35 cm)"],
    ["35,1", "35.1 cm: Medium (35.1 to 43 cm)"],
    ["43,1 cm", "43.1 cm: Intermediate (43.1 to 50 cm)"],
    ["50.1", "50.1 cm: Large (50.1 cm and up)"],
  ])("%s", async (text, result) => {
    await find(text);
    expect(screen.getByRole("status").textContent).toBe(result);
    expect(document.querySelector("[aria-current]")?.textContent).toContain(
      result.split(/: | \(/)[1],
    );
  });
});

describe("an invalid height is shown at the field", () => {
  it.each([
    ["", "Field is required"],
    ["0", "The height must be more than 0 cm"],
    ["0.04", "The height must be more than 0 cm"],
    ["-3", "The height must be more than 0 cm"],
    ["tall", "Enter the height as a number, such as 34.5"],
    ["3e1", "Enter the height as a number, such as 34.5"],
    ["30 and a half", "Enter the height as a number, such as 34.5"],
  ])("%s", async (text, error) => {
    const field = await find(text);
    screen.getByText(error);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole("status")).toBeNull();
  });
});

it("accepts the number formats of both languages", () => {
  expect(parseHeight(" 34,5 ")).toEqual({ height: 34.5 });
  expect(parseHeight("34.5cm")).toEqual({ height: 34.5 });
  expect(parseHeight("1.000,5")).toEqual({ error: "notANumber" });
});
