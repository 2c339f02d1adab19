import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { setPreference } from "#renderer/preferences/preferences-store.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { SearchLink } from "./search-link.tsx";

afterEach(() => vi.restoreAllMocks());
afterEach(() => act(() => setPreference("searchShortcut", true)));

const link = () => screen.getByRole("link", { name: "Search" });

it.each(["/", "{Control>}k{/Control}", "{Meta>}k{/Meta}"])(
  "is followed by the keys %s",
  async (keys) => {
    const user = renderPage(<SearchLink />, "/recipes");
    await user.keyboard(keys);
    await expectAddress("/search");
    expect(link().getAttribute("aria-keyshortcuts")).toBe("/ Control+K Meta+K");
  },
);

it.each(["dialog", "alertdialog"])("is followed by no key while a %s is open", async (role) => {
  const page = (
    <>
      <SearchLink />
      <div role={role} aria-label="Question" />
    </>
  );
  const user = renderPage(page, "/recipes");
  await user.keyboard("/{Control>}k{/Control}");
  await expectAddress("/recipes");
});

it("is followed by Ctrl K only, once the user has turned / off", async () => {
  const user = renderPage(<SearchLink />, "/recipes");
  act(() => setPreference("searchShortcut", false));
  await user.keyboard("/");
  await expectAddress("/recipes");
  expect(link().getAttribute("aria-keyshortcuts")).toBe("Control+K Meta+K");
  await user.keyboard("{Control>}k{/Control}");
  await expectAddress("/search");
});

it("leaves Ctrl Shift K, which opens tools of browsers, alone", async () => {
  const user = renderPage(<SearchLink />, "/recipes");
  await user.keyboard("{Control>}{Shift>}K{/Shift}{/Control}");
  await expectAddress("/recipes");
});

it("leaves Ctrl K to fields of macOS, where it deletes the rest of the line; Cmd K is followed", async () => {
  vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  const page = (
    <>
      <SearchLink />
      <input aria-label="Note" />
    </>
  );
  const user = renderPage(page, "/recipes");
  await user.click(await screen.findByRole("textbox"));
  await user.keyboard("{Control>}k{/Control}");
  await expectAddress("/recipes");
  await user.keyboard("{Meta>}k{/Meta}");
  await expectAddress("/search");
});
