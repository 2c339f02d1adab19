import { beforeEach, describe, expect, it, vi } from "vitest";
import { brandElementId } from "#shared/brand-page.ts";

async function openWindow(path = "/") {
  vi.resetModules();
  window.history.replaceState(null, "", path);
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const i18n = await import("./i18n.ts");
  const { chooseLanguage } = await import("./wanted-language.ts");
  const { default: i18next } = await import("i18next");
  await platform.load();
  await i18n.startI18n();
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the compiler wants a typed key; these are of several namespaces, and one of none
  const t = (key: string) => i18next.t(key as "more");
  return { ...i18n, chooseLanguage, t, i18next, platform };
}

beforeEach(() => localStorage.clear());

describe("the language", () => {
  it("is English at first, whatever the browser prefers", async () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["pl"]);
    const { t, currentLanguage } = await openWindow();
    expect(currentLanguage()).toBe("en");
    expect(t("skipToContent")).toBe("Skip to content");
    expect(document.documentElement.lang).toBe("en");
  });

  it("brings no texts of another language or of members", async () => {
    localStorage.setItem("language", "pl");
    const { i18next } = await openWindow();
    expect(i18next.hasResourceBundle("pl", "sign-in")).toBe(true);
    expect(i18next.hasResourceBundle("en", "sign-in")).toBe(false);
    expect(i18next.hasResourceBundle("pl", "account")).toBe(false);
  });

  it("brings the texts of members too, once they were needed", async () => {
    const { t, chooseLanguage, loadMemberTexts } = await openWindow();
    await loadMemberTexts();
    expect(t("account:tabs.account")).toBe("Account");
    chooseLanguage("pl");
    await vi.waitFor(() => expect(t("account:tabs.account")).toBe("Konto"));
  });

  it("that is being switched to gets the texts of members before they are shown", async () => {
    const { i18next, chooseLanguage, loadMemberTexts } = await openWindow();
    chooseLanguage("pl");
    await loadMemberTexts();
    expect(i18next.hasResourceBundle("en", "account")).toBe(true);
    expect(i18next.hasResourceBundle("pl", "account")).toBe(true);
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
});

it("is English if the texts of the stored language do not load", async () => {
  vi.doMock("#locales/pl/common.json", () => {
    throw new Error("The file is gone.");
  });
  localStorage.setItem("language", "pl");
  const { t } = await openWindow();
  expect(t("more")).toBe("More");
  vi.doUnmock("../../locales/pl/common.json");
});

describe("a language that is not complete", () => {
  beforeEach(async () => {
    vi.resetModules();
    const { languageFacts } = await import("#shared/languages.ts");
    vi.doMock("#shared/languages.ts", async (original) => ({
      ...(await original<object>()),
      languageFacts: { ...languageFacts, pl: { ...languageFacts.pl, isComplete: false } },
    }));
    vi.doMock("#locales/pl/common.json", () => ({ default: { more: "Więcej" } }));
    return () => {
      vi.doUnmock("#shared/languages.ts");
      vi.doUnmock("#locales/pl/common.json");
    };
  });

  it("shows English where it lacks a text", async () => {
    localStorage.setItem("language", "pl");
    const { t, currentLanguage } = await openWindow();
    expect(currentLanguage()).toBe("pl");
    expect([t("more"), t("skipToContent")]).toEqual(["Więcej", "Skip to content"]);
  });

  it("does so in a portal without English as well, whose brand has no English sentences", async () => {
    const element = document.getElementById(brandElementId);
    const written = element?.textContent ?? "";
    const { texts, ...facts } = JSON.parse(written);
    const polish = { ...facts, languages: ["pl"], texts: { pl: texts.pl } };
    element?.replaceChildren(JSON.stringify(polish));
    vi.stubGlobal("fetch", async () => Response.json(polish));
    const { t, i18next } = await openWindow();
    element?.replaceChildren(written);
    expect([t("more"), t("skipToContent")]).toEqual(["Więcej", "Skip to content"]);
    expect(t("brand:tagline")).toBe(texts.pl.tagline);
    expect(i18next.hasResourceBundle("en", "brand")).toBe(false);
  });
});
