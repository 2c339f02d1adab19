import { FluentProvider } from "@fluentui/react-components";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect } from "vitest";
import { publicTheme } from "#renderer/theme/public-theme.ts";
import "./texts.ts";

/** Waits until the router of `renderPage` is at an address. */
export const expectAddress = (address: string) =>
  waitFor(() => expect(screen.getByTestId("address").textContent).toBe(address));

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

/**
 * Renders a page, or a part of one, at an address, with English texts and the public theme. Returns
 * the simulated user. The container defaults to a new one.
 */
export function renderPage(page: ReactNode, path = "/", container?: HTMLElement) {
  render(
    <FluentProvider theme={publicTheme()}>
      {/* Without transitions, like the app: a navigation waits for no other render. */}
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        {page}
        <Address />
      </MemoryRouter>
    </FluentProvider>,
    container && { container },
  );
  return userEvent.setup();
}
