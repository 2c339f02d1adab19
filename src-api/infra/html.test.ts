import { expect, test } from "vitest";
import { html } from "./html.ts";

test("a text inserted into a template cannot become markup", () => {
  const name = `"><script>alert('1')</script>&`;
  expect(html`<input value="${name}" />`.markup).toBe(
    `<input value="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;" />`,
  );
});

test("inserted HTML is not escaped again, and null and false insert nothing", () => {
  const items = ["a", "<b>"].map((text) => html`<li>${text}</li>`);
  expect(html`${items}${null}${false}`.markup).toBe("<li>a</li><li>&lt;b&gt;</li>");
});
