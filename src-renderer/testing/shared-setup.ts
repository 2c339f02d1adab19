import i18next from "i18next";
import { afterAll, afterEach, vi } from "vitest";
import { cleanUp } from "./after-each.ts";

// Files of the project "renderer" could share modules and the document: each leaves nothing behind, and none sends requests.
vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

afterEach(cleanUp);

afterAll(async () => {
  if (i18next.isInitialized && i18next.language !== "en") await i18next.changeLanguage("en");
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
  for (const tag of document.head.querySelectorAll("meta, link")) tag.remove();
  document.title = "";
});
