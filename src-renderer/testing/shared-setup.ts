import { afterAll, afterEach, vi } from "vitest";
import { cleanUp } from "./after-each.ts";

// Files of the project "renderer" share modules and the document, and none of them sends requests.
vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

afterEach(cleanUp);

afterAll(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
  document.title = "";
});
