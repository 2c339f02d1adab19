import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sam } from "#renderer/features/billing/checkout/testing/samples.ts";
import { loadOffer } from "#renderer/i18n/i18n.ts";
import { startWantedLanguage, useWantedLanguage } from "#renderer/i18n/wanted-language.ts";
import { brand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { LanguageOffer } from "./language-offer.tsx";

const browserPrefers = (...tags: string[]) =>
  vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);

beforeEach(() => useSession.setState({ status: "ready", token: null, user: null }));
afterEach(() => {
  vi.restoreAllMocks();
  platform.remove("language");
  startWantedLanguage();
});

const offer = () => screen.queryByRole("region", { name: "Wersja polska" });
/** Waits until an offer, whose texts are loaded, would be shown. */
const offered = () => act(async () => void (await loadOffer("pl")));

it("offers Polish in Polish to a browser that prefers it, and switches to it", async () => {
  browserPrefers("pl-PL", "en-US");
  const visitor = renderPage(<LanguageOffer />);
  await screen.findByRole("region", { name: "Wersja polska" });
  expect(offer()?.getAttribute("lang")).toBe("pl");
  await visitor.click(screen.getByRole("button", { name: "Czytaj po polsku" }));
  expect(useWantedLanguage.getState().language).toBe("pl");
  expect(offer()).toBeNull();
});

it("offers English in English where the portal has Polish by default", async () => {
  const { languages } = brand;
  brand.languages = ["pl", "en"];
  try {
    browserPrefers("en-GB");
    const visitor = renderPage(<LanguageOffer />);
    await visitor.click(await screen.findByRole("button", { name: "Read in English" }));
    expect(useWantedLanguage.getState().language).toBe("en");
  } finally {
    brand.languages = languages;
  }
});

it("is not repeated on this device once it was dismissed", async () => {
  browserPrefers("de-DE", "pl");
  const visitor = renderPage(<LanguageOffer />);
  await visitor.click(await screen.findByRole("button", { name: "Zostań przy obecnym języku" }));
  expect(offer()).toBeNull();
  expect(platform.read("language")).toBe("en");
});

it.each([
  ["whose browser prefers English", () => browserPrefers("en-GB", "pl")],
  ["whose browser prefers neither", () => browserPrefers("de")],
  [
    "who have chosen English before",
    () => {
      browserPrefers("pl");
      platform.write("language", "en");
    },
  ],
  [
    "with an account, which has a language",
    () => {
      browserPrefers("pl");
      useSession.setState({ user: sam });
    },
  ],
])("offers nothing to visitors %s", async (_, prepare) => {
  prepare();
  renderPage(<LanguageOffer />);
  await offered();
  expect(offer()).toBeNull();
});
