import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LanguageOffer } from "./language-offer.tsx";
import { startWantedLanguage, useWantedLanguage } from "#renderer/i18n/wanted-language.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";

const demo = brand;
beforeEach(() => useSession.setState({ status: "ready", token: null, user: null }));
afterEach(() => {
  vi.restoreAllMocks();
  setBrand(demo);
});

it("is absent where the portal has one language, which no browser and no address changes", () => {
  setBrand({ ...demo, languages: ["en"] });
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["pl"]);
  platform.write("language", "pl");
  window.history.replaceState(null, "", "/about?lang=pl");
  startWantedLanguage();
  renderPage(
    <>
      <LanguageSwitch />
      <LanguageOffer />
    </>,
  );
  expect(screen.queryByRole("group")).toBeNull();
  expect(screen.queryByRole("region")).toBeNull();
  expect(useWantedLanguage.getState().language).toBe("en");
  expect(platform.read("language"), "stays stored").toBe("pl");
});

it("begins with the first language of the portal", () => {
  setBrand({ ...demo, languages: ["pl", "en"] });
  startWantedLanguage();
  expect(useWantedLanguage.getState().language).toBe("pl");
  renderPage(<LanguageSwitch />);
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(["PL", "EN"]);
});
