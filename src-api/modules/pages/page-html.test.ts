import { expect, test } from "vitest";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { pageHtml } from "./page-html.ts";

const template = '<html lang="en"><head><title>Built</title></head></html>';
const brand = await readBrand(defaultBrandDir);
const harmful = `"'><img></script><script>&`;

test("names and texts cannot break out of the head", () => {
  const html = pageHtml(
    template,
    {
      id: "about",
      language: "en",
      title: "</title><script>$'",
      indexed: true,
      preview: {
        type: "website",
        title: harmful,
        description: harmful,
        path: "/a",
        language: "en",
        image: { url: "https://portal.test/og.png", alt: harmful },
      },
      structuredData: [{ "@type": "WebPage", name: harmful }],
      languages: ["en", "pl"],
      isMissing: false,
    },
    {
      brand: { ...brand, name: "R&D", contactEmail: "hello@portal.test" },
      origin: "https://portal.test",
      launchDarklyClientId: null,
    },
  );
  expect(html).toContain("<title>&lt;/title&gt;&lt;script&gt;$&#39;</title>");
  expect(html).toContain('content="&quot;&#39;&gt;&lt;img&gt;');
  expect(html).toContain('content="R&amp;D"');
  expect(html).not.toMatch(/<script>|<img/);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  const [, json = ""] = /<script type="application\/ld\+json">([^<]*)</.exec(html) ?? [];
  expect(JSON.parse(json)["@graph"]).toEqual([{ "@type": "WebPage", name: harmful }]);
});
