import { render as renderAlone, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import "#renderer/testing/render-page.tsx";
import { showTexts } from "#renderer/i18n/i18n.ts";
import { Markdown } from "../markdown.tsx";

const block = (...lines: string[]) => ["```course", "field 20 x 15", ...lines, "```"].join("\n");
const render = (body: string) =>
  renderAlone(
    <MemoryRouter>
      <Markdown>{body}</Markdown>
    </MemoryRouter>,
  );

afterEach(() => showTexts("en"));

it("draws a set-up to scale, with numbers, labels and distances", async () => {
  const { container } = render(
    block(
      "1 jump 5,3 90",
      "2 weaves 8,3 14.6,3",
      "distance 5,1 8,1",
      "dog 2,3 90 start",
      "caption Go",
    ),
  );
  const drawing = await screen.findByRole("img", { name: "Set-up seen from above, 20 × 15 m" });
  expect([...drawing.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["1", "2", "3\u00a0m", "start"]),
  );
  // twelve poles, 60 cm apart
  const [, , width = 0] = drawing.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
  const poles = [...drawing.querySelectorAll("g[transform] > circle[cy]")];
  expect(poles).toHaveLength(12);
  const length = Math.abs(
    Number(poles[0]?.getAttribute("cy")) - Number(poles[11]?.getAttribute("cy")),
  );
  expect(length / (width - 24)).toBeCloseTo(6.6 / 20, 2);
  expect(container.querySelector("figcaption")?.textContent).toBe("Go Squares of 2\u00a0m.");
});

it("says what stands where in the reader's language", async () => {
  const body = block("1 jump 5,3 90", "fence 1,1 1,2.5", "dog 2,3 -45 Bo", "distance 5,1 5.6,1");
  render(body);
  await screen.findByRole("img");
  const lines = () =>
    within(screen.getByRole("list"))
      .getAllByRole("listitem")
      .map((one) => one.textContent);
  expect(lines()).toEqual([
    "Jump 1: 5 m from the left and 3 m from the bottom, facing right",
    "Barrier: from 1 m from the left and 1 m from the bottom to 1 m from the left and 2.5 m from the bottom",
    "Dog (Bo): 2 m from the left and 3 m from the bottom, facing up and left",
    "Distance: 60\u00a0cm",
  ]);
  await showTexts("pl");
  await screen.findByText("Hopka nr 1: 5 m od lewej i 3 m od dołu, kierunek: w prawo");
  expect(screen.getByRole("list").lang).toBe("pl");
});

it("shows a block that cannot be drawn as it was written, and other code as code", async () => {
  render(`${block("jmp 3,4")}\n\n\`\`\`sh\nfield 1 x 1\n\`\`\``);
  expect((await screen.findByText(/jmp 3,4/)).tagName).toBe("PRE");
  expect(screen.getByText(/field 1 x 1/).tagName).toBe("CODE");
  expect(screen.queryByRole("img")).toBeNull();
});
