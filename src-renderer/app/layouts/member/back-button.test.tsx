import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { BrowserRouter, Link } from "react-router-dom";
import { useSession } from "#renderer/session/session-store.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import "#renderer/testing/texts.ts";
import { PageOnScreen } from "../../page-on-screen.tsx";
import * as pages from "../../pages.ts";
import { MemberTopBar } from "./member-top-bar.tsx";

const prepare = vi.spyOn(pages, "preparePage");

beforeEach(() => {
  prepare.mockReset().mockReturnValue(null);
  useSession.setState({ status: "ready", token: "t", user: ada });
});

// Hidden where the document is wide.
const back = () => screen.queryByRole("button", { name: /^Back/, hidden: true });
const press = (name: string) => fireEvent.click(screen.getByText(name));

function start() {
  window.history.replaceState(null, "", "/about");
  render(
    <BrowserRouter useTransitions={false}>
      <PageOnScreen>
        <MemberTopBar />
        <main>
          {["/blog", "/recipes", "/cart"].map((to) => (
            <Link key={to} to={to}>
              {to}
            </Link>
          ))}
        </main>
      </PageOnScreen>
    </BrowserRouter>,
  );
}

it("names the page before", () => {
  start();
  press("/blog");
  expect(back()?.ariaLabel).toBe("Back: About");
  press("/recipes");
  expect(back()?.ariaLabel).toBe("Back: Blog");
});

it("does not name the page before last, after a page that the user left while it loaded", async () => {
  start();
  press("/blog");
  const { promise, resolve } = Promise.withResolvers<void>();
  prepare.mockReturnValue(promise);
  press("/recipes");
  press("/cart");
  await act(async () => resolve());
  // The history leads back to the recipes.
  expect(back()).not.toBeNull();
  expect(back()?.ariaLabel).not.toBe("Back: Blog");
});
