import { expect, test } from "vitest";
import { html } from "./html.ts";

test("what is put into a page cannot become markup", () => {
  const name = `"><script>alert('1')</script>&`;
  expect(html`<input value="${name}" />`.markup).toBe(
    `<input value="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;" />`,
  );
});

test("pieces of HTML stay what they are, and nothing stands for what is missing", () => {
  const items = ["a", "<b>"].map((text) => html`<li>${text}</li>`);
  expect(html`${items}${null}${false}`.markup).toBe("<li>a</li><li>&lt;b&gt;</li>");
});
