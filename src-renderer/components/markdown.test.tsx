import { render as renderAlone, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import "#renderer/testing/render-page.tsx";
import { ImageSources } from "./image-sources.ts";
import { Markdown } from "./markdown.tsx";
import { partsOf } from "./text-parts.ts";

const render = (element: ReactElement, address = "/") =>
  renderAlone(<MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>);

const idsIn = (container: Element) => [...container.querySelectorAll("[id]")].map(({ id }) => id);

it("footnotes link to their note and back, and name what they are", () => {
  render(
    <Markdown>
      {"Dogs pant.[^1] Much.[^b]\n\n## Part\n\n[^1]: They do.\n[^b]: *Very* much."}
    </Markdown>,
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
    <Markdown>
      {[
        '<script>steal()</script>\n<iframe src="https://evil.example"></iframe>',
        'Words <img src="x" onerror="steal()"> and <b onclick="steal()">more</b>.',
        "[one](javascript:steal()) [two](JAVA&#10;SCRIPT:steal()) [three](data:text/html,x) <vbscript:steal()>",
      ].join("\n\n")}
    </Markdown>,
  );
  expect(container.querySelectorAll("script, iframe, img, b")).toHaveLength(0);
  const attributes = [...container.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  );
  expect(attributes.filter((one) => /^on|script:|data:text/i.test(one))).toEqual([]);
});

it("gives every heading an id of its own, to which the links of the text and the outline lead", () => {
  const body = [
    "[one](#further-reading) [two](#%C5%BCaby) [three](#Example-1) [four](#nowhere)",
    "## Example",
    "## *An* `emphasised` example",
    "## Example",
    "### Further reading",
    "## Żaby",
  ].join("\n\n");
  const { container } = render(<Markdown>{body}</Markdown>);
  const headings = screen.getAllByRole("heading");
  expect(new Set(headings.map(({ id }) => id)).size).toBe(5);
  const idOf = (nth: number) => headings[nth]?.id;
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([`#${idOf(3)}`, `#${idOf(4)}`, `#${idOf(2)}`, "#nowhere"]);
  expect(partsOf(body)).toEqual([
    [idOf(0), "Example"],
    [idOf(1), "An emphasised example"],
    [idOf(2), "Example"],
    [idOf(4), "Żaby"],
  ]);
  expect(container.querySelector("h2 em")?.textContent).toBe("An");
});

it("keeps the ids of several texts on a page apart, footnotes included", () => {
  const body = "## Part\n\nDogs pant.[^1]\n\n[^1]: They do.";
  const { container } = render(
    <>
      <Markdown idPrefix="a-">{body}</Markdown>
      <Markdown idPrefix="b-">{body}</Markdown>
    </>,
  );
  const ids = idsIn(container);
  expect(new Set(ids).size).toBe(ids.length);
  const described = [...container.querySelectorAll("[aria-describedby]")];
  expect(described).toHaveLength(2);
  for (const link of described) expect(ids).toContain(link.getAttribute("aria-describedby"));
});

it("brings neither a heading of the first level nor an empty one", () => {
  render(<Markdown>{"# First\n\nTitle\n=====\n\n###\n\n## &nbsp;\n\nText."}</Markdown>);
  const headings = screen.getAllByRole("heading");
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    "H2 First",
    "H2 Title",
  ]);
});

it.each(["#further-reading", "#part-further-reading", "#Further-Reading"])(
  "scrolls to the part that the address names: %s",
  (hash) => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    render(<Markdown>{"## Example\n\n## Further reading"}</Markdown>, `/blog/x${hash}`);
    expect(scrolled.mock.contexts).toEqual([
      screen.getByRole("heading", { name: "Further reading" }),
    ]);
    scrolled.mockRestore();
  },
);

it("links telephones, mails and pages, and no scripts", () => {
  render(
    <Markdown>
      {
        "[call](tel:+48000000000) [mail](mailto:a@b.example?cc=c@d.example) [page](http://old.example/) [no](javascript:x) [none]()"
      }
    </Markdown>,
  );
  const href = (name: string) => screen.getByText(name).getAttribute("href");
  expect(href("call")).toBe("tel:+48000000000");
  expect(href("mail")).toBe("mailto:a@b.example?cc=c@d.example");
  expect(href("page")).toBe("http://old.example/");
  expect(href("no")).toBeNull();
  expect(href("none")).toBeNull();
});

it("shows an image with a title as a figure with its caption, and one within words as an image", () => {
  const body = `![A jump](a-60x40.webp "The “last” \\"bar\\" falls")

![Alone](b-60x40.webp)

Words ![within](c-60x40.webp "told on hover") words.

- [![Linked](d-60x40.webp 'Two paths')](/blog/x)`;
  render(<Markdown>{body}</Markdown>);
  const [first, second] = screen.getAllByRole("figure");
  expect(first?.querySelector("img")?.alt).toBe("A jump");
  expect(first?.querySelector("figcaption")?.textContent).toBe('The “last” "bar" falls');
  expect(second?.querySelector("a img")).not.toBeNull();
  expect(second?.textContent).toBe("Two paths");
  expect(screen.getAllByRole("figure")).toHaveLength(2);
  expect(screen.getByAltText("within").title).toBe("told on hover");
});

it("keeps the caption of a figure whose image is not on the device", () => {
  render(
    <ImageSources value={new Map()}>
      <Markdown>{'![A jump](a-60x40.webp "The last bar falls")'}</Markdown>
    </ImageSources>,
  );
  expect(screen.getByRole("figure").textContent).toBe("A jumpThe last bar falls");
});

it("code can be scrolled with the keyboard, and keeps its lines", () => {
  render(<Markdown>{"```sh\none\n  two\n```"}</Markdown>);
  const code = screen.getByText(/one/).closest("pre");
  expect(code?.tabIndex).toBe(0);
  expect(code?.textContent).toBe("one\n  two\n");
});
