import { FluentProvider } from "@fluentui/react-components";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect } from "vitest";
import brand from "#brand/en.json";
import { publicTheme } from "#renderer/theme/public-theme.ts";

const files = import.meta.glob<Record<string, unknown>>("../../locales/en/*.json", {
  eager: true,
  import: "default",
});

/** Loads all English texts at once: no page waits for its own. */
const texts = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, file]),
);

await i18next.use(initReactI18next).init({
  lng: "en",
  defaultNS: "common",
  resources: { en: { ...texts, brand } },
  interpolation: { escapeValue: false, defaultVariables: { name: "Ringside" } },
});

/** Waits until the router of `renderPage` is at an address. */
export const expectAddress = (address: string) =>
  waitFor(() => expect(screen.getByTestId("address").textContent).toBe(address));

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

/**
 * Renders a page, or a part of one, at an address, with English texts and the public theme. Returns
 * the simulated user.
 */
export function renderPage(page: ReactNode, path = "/") {
  render(
    <FluentProvider theme={publicTheme}>
      {/* Without transitions, like the app: a navigation waits for no other render. */}
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        {page}
        <Address />
      </MemoryRouter>
    </FluentProvider>,
  );
  return userEvent.setup();
}
