import { expect, test } from "vitest";
import { pageHtml } from "./page-html.ts";

const template = '<html lang="en"><head><title>Built</title></head></html>';

test("names and texts cannot break out of the head", () => {
  const html = pageHtml(
    template,
    {
      language: "en",
      title: "</title><script>$'",
      preview: { description: `"'><img>&`, path: "/a" },
    },
    { name: "R&D", origin: "https://portal.test", launchDarklyClientId: null },
  );
  expect(html).toContain("<title>&lt;/title&gt;&lt;script&gt;$&#39;</title>");
  expect(html).toContain('content="&quot;&#39;&gt;&lt;img&gt;&amp;"');
  expect(html).toContain('content="R&amp;D"');
  expect(html).not.toMatch(/<script|<img/);
});
