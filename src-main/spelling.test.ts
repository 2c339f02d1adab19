import { beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "./testing/recording-electron.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { openSpelling } = await import("./spelling.ts");

const { defaultSession } = session;
const languages = () => defaultSession.setSpellCheckerLanguages.mock.lastCall?.[0];
const enabled = () => defaultSession.setSpellCheckerEnabled.mock.lastCall?.[0];
const own = { DESKTOP_DICTIONARY_URL: "https://dictionaries.example.com/hunspell" };

beforeEach(() => vi.clearAllMocks());

describe("spelling", () => {
  it("is not checked, and nothing is loaded from Google, until the user turns it on", () => {
    const file = new Map<string, unknown>();
    const spelling = openSpelling(file, {}, "linux");
    spelling.follow(["en", "pl"]);
    expect(spelling.asksGoogle).toBe(true);
    expect(spelling.isOn()).toBe(false);
    expect([languages(), enabled()]).toEqual([[], false]);
    spelling.set(true);
    expect([languages(), enabled()]).toEqual([["en-GB", "pl"], true]);
    expect(openSpelling(file, {}, "linux").isOn()).toBe(true);
    spelling.set(false);
    expect([languages(), enabled()]).toEqual([[], false]);
  });

  it("is checked with the dictionaries that the app was built with, in the portal's languages only", () => {
    const spelling = openSpelling(new Map(), own, "win32");
    expect(defaultSession.setSpellCheckerDictionaryDownloadURL).toHaveBeenCalledExactlyOnceWith(
      "https://dictionaries.example.com/hunspell/",
    );
    expect(spelling.asksGoogle).toBe(false);
    spelling.follow(["pl"]);
    expect([languages(), enabled()]).toEqual([["pl"], true]);
    spelling.follow(["en"]);
    expect(languages()).toEqual(["en-GB"]);
  });

  it("is macOS' own there", () => {
    const spelling = openSpelling(new Map(), {}, "darwin");
    spelling.follow(["en"]);
    expect(spelling.isOn()).toBe(true);
    expect(enabled()).toBe(true);
    expect(defaultSession.setSpellCheckerLanguages).not.toHaveBeenCalled();
  });
});
