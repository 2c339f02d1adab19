import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { BrowserRouter, Link, MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { useArrival } from "./arrival.ts";
import { PageOnScreen } from "./page-on-screen.tsx";
import * as pages from "./pages.ts";

const prepare = vi.spyOn(pages, "preparePage");

function Page() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`${useArrival()} ${pathname}${search}`}</p>
      {["/articles", "/articles?tag=raw", "/contact"].map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      ))}
      <button onClick={() => void navigate(-2)}>back twice</button>
    </>
  );
}

const content = (
  <MemoryRouter initialEntries={["/about"]} useTransitions={false}>
    <PageOnScreen>
      <Page />
    </PageOnScreen>
  </MemoryRouter>
);

const press = (name: string) => fireEvent.click(screen.getByText(name));
const bar = () => screen.queryByRole("progressbar");

beforeEach(() => {
  prepare.mockReset().mockReturnValue(null);
});

it("the page before stays, below a bar, until the next one is ready", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  prepare.mockReturnValue(promise);
  render(content);
  expect(bar()).toBeNull();
  press("/articles?tag=raw");
  screen.getByText("POP /about");
  expect(bar()).not.toBeNull();
  await act(async () => resolve());
  screen.getByText("PUSH /articles?tag=raw");
  expect(bar()).toBeNull();
});

it("a link that is pressed again while its page loads stands once in the history", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  prepare.mockReturnValue(promise);
  window.history.replaceState(null, "", "/about");
  render(
    <BrowserRouter useTransitions={false}>
      <PageOnScreen>
        <Page />
      </PageOnScreen>
    </BrowserRouter>,
  );
  const before = window.history.length;
  press("/articles");
  press("/articles");
  await act(async () => resolve());
  screen.getByText("PUSH /articles");
  expect(window.history.length).toBe(before + 1);
});

it("a page that is ready, another filter and a step in the history are shown at once", async () => {
  render(content);
  press("/articles");
  screen.getByText("PUSH /articles");
  prepare.mockReturnValue(new Promise(() => {}));
  press("/articles?tag=raw");
  screen.getByText("PUSH /articles?tag=raw");
  press("back twice");
  screen.getByText("POP /about");
  expect(bar()).toBeNull();
});

it("a page that the user has left for another one while it loaded is not shown", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  prepare.mockReturnValueOnce(promise);
  render(content);
  press("/articles");
  press("/contact");
  screen.getByText("PUSH /contact");
  await act(async () => resolve());
  screen.getByText("PUSH /contact");
});
