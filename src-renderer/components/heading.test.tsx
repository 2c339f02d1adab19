import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Heading } from "./heading.tsx";

const text = (title: string) =>
  render(<Heading level={2}>{title}</Heading>).container.querySelector("h2")?.textContent;

it("keeps words of one letter with the next word, so that no line ends with one", () => {
  expect(text("W domu i w ringu, a potem u sędziego")).toBe(
    "W\u00A0domu i\u00A0w\u00A0ringu, a\u00A0potem u\u00A0sędziego",
  );
  expect(text("Plan B")).toBe("Plan B");
});
