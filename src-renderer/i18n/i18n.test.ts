import { beforeEach, describe, expect, it, vi } from "vitest";

async function openWindow(path = "/") {
  vi.resetModules();
  window.history.replaceState(null, "", path);
  const { platform } = await import("../platform/current-platform.ts");
  const i18n = await import("./i18n.ts");
  const { chooseLanguage } = await import("./wanted-language.ts");
  const { default: i18next } = await import("i18next");
  await platform.load();
  await i18n.startI18n();
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the compiler wants a typed key; these are of several namespaces, and one of none
  const t = (key: string) => i18next.t(key as "back");
  return { ...i18n, chooseLanguage, t, i18next, platform };
}

beforeEach(() => localStorage.clear());

describe("the language", () => {
  it("is English at first, whatever the browser prefers", async () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["pl"]);
    const { t, currentLanguage } = await openWindow();
    expect(currentLanguage()).toBe("en");
    expect(t("menu.login")).toBe("Log in");
    expect(document.documentElement.lang).toBe("en");
  });

  it("is stored, and loads the texts of the page", async () => {
    const first = await openWindow();
    await first.loadNamespaces(["forms"]);
    expect(first.t("forms:required")).toBe("Field is required");
    first.chooseLanguage("pl");
    await vi.waitFor(() => expect(first.t("forms:required")).toBe("To pole jest wymagane"));
    expect(document.documentElement.lang).toBe("pl");
    const next = await openWindow();
    expect(next.t("menu.login")).toBe("Zaloguj się");
  });

  it("can be named in the address, and is stored then", async () => {
    expect((await openWindow("/?lang=pl")).currentLanguage()).toBe("pl");
    expect(localStorage.getItem("language")).toBe("pl");
    expect((await openWindow("/?lang=tlh")).currentLanguage()).toBe("pl");
  });

  it("falls back to English per key", async () => {
    const { t, i18next, chooseLanguage } = await openWindow();
    i18next.addResource("en", "common", "onlyEnglish", "Only English");
    chooseLanguage("pl");
    await vi.waitFor(() => expect(t("back")).toBe("Wstecz"));
    expect(t("onlyEnglish")).toBe("Only English");
  });

  it("is the last one chosen, even if the texts of another arrive later", async () => {
    const { chooseLanguage, currentLanguage, i18next } = await openWindow();
    chooseLanguage("pl");
    chooseLanguage("en");
    await vi.waitFor(() => {
      for (const name of ["common", "titles", "brand"]) {
        expect(i18next.hasResourceBundle("pl", name)).toBe(true);
      }
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(currentLanguage()).toBe("en");
  });

  it("of an address is ignored on a reload, once another one was chosen", async () => {
    (await openWindow("/?lang=pl")).chooseLanguage("en");
    vi.stubGlobal("performance", { getEntriesByType: () => [{ type: "reload" }] });
    expect((await openWindow("/?lang=pl")).currentLanguage()).toBe("en");
    vi.unstubAllGlobals();
  });

  it("follows another window", async () => {
    const { currentLanguage } = await openWindow();
    localStorage.setItem("language", "pl");
    window.dispatchEvent(
      new StorageEvent("storage", { key: "language", storageArea: localStorage }),
    );
    await vi.waitFor(() => expect(currentLanguage()).toBe("pl"));
  });
});

describe("the page", () => {
  /** How often something was rendered that speaks, so far. */
  async function countRenders(): Promise<() => number> {
    const [{ renderHook }, { useTranslation }] = await Promise.all([
      import("@testing-library/react"),
      import("react-i18next"),
    ]);
    let renders = 0;
    renderHook(() => {
      renders += 1;
      return useTranslation();
    });
    return () => renders;
  }

  it("is not rendered again for the texts of another page", async () => {
    const { t, loadNamespaces } = await openWindow();
    const renders = await countRenders();
    await loadNamespaces(["forms"]);
    expect(t("forms:required")).toBe("Field is required");
    expect(renders()).toBe(1);
  });

  it("is rendered again for fallback texts that arrive late", async () => {
    const chunk = Promise.withResolvers<void>();
    vi.doMock("../../resources/brand/en.json", async (original) => {
      await chunk.promise;
      return original();
    });
    vi.useFakeTimers();
    const opening = openWindow("/?lang=pl");
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.runAllTimersAsync();
    const { i18next } = await opening;
    vi.useRealTimers();
    vi.doUnmock("../../resources/brand/en.json");
    const renders = await countRenders();
    expect(i18next.exists("brand:tagline", { lng: "en" })).toBe(false);
    chunk.resolve();
    await vi.waitFor(() => expect(renders()).toBe(2));
    expect(i18next.exists("brand:tagline", { lng: "en" })).toBe(true);
  });
});
