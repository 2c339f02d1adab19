import i18next from "i18next";
import { afterAll, afterEach, vi } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { storedValueNames } from "#shared/stored-values.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useWantedLanguage } from "#renderer/i18n/wanted-language.ts";
import { usePreferences } from "#renderer/preferences/preferences-store.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { cleanUp } from "./after-each.ts";
import "./texts.ts";

// Files of the project "renderer" share modules and the document, and none of them sends requests.
vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

afterEach(cleanUp);

// What belongs to the device outlives a session.
afterEach(() => {
  for (const name of storedValueNames) platform.remove(name);
  useWantedLanguage.setState({ language: "en", chosen: false });
  useFlags.setState(defaultFlags);
  usePreferences.setState(usePreferences.getInitialState());
});

afterAll(async () => {
  // A part that is still loading when its file ends fails, and would stay failed for the files after it.
  await vi.dynamicImportSettled();
  if (i18next.language !== "en") await i18next.changeLanguage("en");
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
  for (const tag of document.head.querySelectorAll("meta, link")) tag.remove();
  document.title = "";
});
