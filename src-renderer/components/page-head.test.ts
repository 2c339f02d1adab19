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
  <meta property="og:title" content="Articles"><meta property="og:locale" content="en_GB">`;

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
  expect(document.head.querySelector("link[rel='canonical']")).toBeNull();
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
