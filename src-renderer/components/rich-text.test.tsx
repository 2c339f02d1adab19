import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { RichText } from "./rich-text.tsx";

const html = (text: string) =>
  render(<RichText text={text} elements={{ terms: <em />, who: <b /> }} />).container.innerHTML;

it("puts the content of each tag into its element", () => {
  expect(html("I accept the <terms>terms</terms>, says <who>Ada</who>.")).toBe(
    "I accept the <em>terms</em>, says <b>Ada</b>.",
  );
});

it("shows a text without tags, and the content of an unknown tag, as plain text", () => {
  expect(html("Ada & Kim")).toBe("Ada &amp; Kim");
  expect(html("<other>Ada</other> <img src=x>")).toBe("Ada &lt;img src=x&gt;");
});
