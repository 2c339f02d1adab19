import { beforeEach, expect, it, vi } from "vitest";

const contentOf = (key: string) =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="${key}"], meta[property="${key}"]`)
    ?.content;

/** Loads the module as a document does that the server sent for a path. */
async function arriveAt(path: string) {
  vi.resetModules();
  history.replaceState(null, "", path);
  return (await import("./page-head.ts")).describePage;
}

beforeEach(() => {
  document.head.innerHTML = "";
});

const fromServer = `<meta name="description" content="From the server"><link rel="canonical" href="/articles">
  <meta property="og:title" content="Articles"><meta property="og:locale" content="en_GB">
  <meta name="twitter:title" content="Articles"><meta property="article:published_time" content="2026-03-01">
  <link rel="alternate" hreflang="pl" href="/articles?lang=pl"><link rel="alternate" type="application/atom+xml" href="/feed.atom">
  <script type="application/ld+json">{}</script>`;

const countOf = (selector: string) => document.head.querySelectorAll(selector).length;

it("keeps what the server says about the page that it sent", async () => {
  document.head.innerHTML = fromServer;
  const describePage = await arriveAt("/articles");
  describePage("Articles", { description: "The lead" });
  expect(contentOf("description")).toBe("From the server");
  expect(contentOf("og:title")).toBe("Articles");
});

it("replaces it when the same page is shown in another language", async () => {
  document.head.innerHTML = fromServer;
  document.documentElement.lang = "en";
  const describePage = await arriveAt("/articles");
  document.documentElement.lang = "pl";
  describePage("Artykuły", { description: "Nasze teksty" });
  expect(contentOf("description")).toBe("Nasze teksty");
  expect(contentOf("og:title")).toBe("Artykuły");
});

it("replaces all of it on another page, and does not bring it back", async () => {
  document.head.innerHTML = fromServer;
  const describePage = await arriveAt("/articles");
  history.replaceState(null, "", "/videos/seesaw?lang=pl#t=1");
  describePage("The seesaw", { description: "Pivot.", image: "/posters/1.jpg", type: "article" });
  expect(contentOf("description")).toBe("Pivot.");
  expect(contentOf("og:title")).toBe("The seesaw");
  expect(contentOf("og:description")).toBe("Pivot.");
  expect(contentOf("og:type")).toBe("article");
  expect(contentOf("og:url")).toBe(`${location.origin}/videos/seesaw?lang=pl`);
  expect(contentOf("og:image")).toBe(`${location.origin}/posters/1.jpg`);
  expect(contentOf("og:locale")).toBeUndefined();
  expect(contentOf("twitter:title")).toBeUndefined();
  expect(contentOf("article:published_time")).toBeUndefined();
  expect(countOf("link[rel='canonical'], link[hreflang], script")).toBe(0);
  expect(countOf("link[type='application/atom+xml']")).toBe(1);
  history.replaceState(null, "", "/articles");
  describePage("Articles", {});
  expect(contentOf("og:title")).toBe("Articles");
  expect(contentOf("description")).toBeUndefined();
});

it("describes a page for which the server had no description", async () => {
  const describePage = await arriveAt("/articles/weave-entries");
  describePage("Weave entries", { description: "From every angle." });
  expect(contentOf("description")).toBe("From every angle.");
  expect(contentOf("og:image")).toBe(`${location.origin}/og.png`);
});

it("lets search engines list another page than the one that was sent as not to be listed", async () => {
  document.head.innerHTML = '<meta name="robots" content="noindex">';
  const describePage = await arriveAt("/login");
  describePage("Log in", {});
  // A page may change its title: once its content is loaded, for example.
  describePage("Welcome back", {});
  expect(contentOf("robots")).toBe("noindex");
  history.replaceState(null, "", "/about");
  describePage("About", {});
  expect(contentOf("robots")).toBeUndefined();
});
