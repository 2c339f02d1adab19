import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import "../testing/render-page.tsx";
import MarkdownText from "./markdown-text.tsx";

it("footnotes link to their note and back, and name what they are", () => {
  render(
    <MarkdownText>
      {"Dogs pant.[^1] Much.[^b]\n\n## Part\n\n[^1]: They do.\n[^b]: *Very* much."}
    </MarkdownText>,
  );
  const [first, second] = screen.getAllByRole("link", { name: /^[12]$/ });
  const targetOf = (link: Element | undefined) =>
    document.getElementById(link?.getAttribute("href")?.slice(1) ?? "");
  expect(targetOf(first)?.textContent).toContain("They do.");
  expect(targetOf(second)?.textContent).toContain("Very much.");
  const label = document.getElementById(first?.getAttribute("aria-describedby") ?? "");
  expect(label?.textContent).toBe("Footnotes");
  const note = targetOf(first);
  if (!note) throw new Error("There is no note.");
  const back = within(note).getByRole("link", { name: "Back to reference 1" });
  expect(targetOf(back)).toBe(first);
  expect(screen.getByRole("heading", { name: "Part" }).id).toBe("part-part");
});

it("shows scripts, frames and handlers as text, links to no script, and loads nothing from elsewhere", () => {
  const { container } = render(
    <MarkdownText>
      {[
        '<script>steal()</script>\n<iframe src="https://evil.example"></iframe>',
        'Words <img src="x" onerror="steal()"> and <b onclick="steal()">more</b>.',
        "[one](javascript:steal()) [two](JAVA&#10;SCRIPT:steal()) [three](data:text/html,x) <vbscript:steal()>",
      ].join("\n\n")}
    </MarkdownText>,
  );
  expect(container.querySelectorAll("script, iframe, img, b")).toHaveLength(0);
  const attributes = [...container.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  );
  expect(attributes.filter((one) => /^on|script:|data:text/i.test(one))).toEqual([]);
});
