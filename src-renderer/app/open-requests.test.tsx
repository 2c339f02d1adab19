import { act, cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { platform } from "../platform/current-platform.ts";
import { OpenRequests } from "./open-requests.tsx";

const before = platform.onOpenRequest;
afterEach(() => {
  cleanup();
  platform.onOpenRequest = before;
  window.history.replaceState(null, "", "/");
});

function Address() {
  const { pathname, hash } = useLocation();
  return <p>{pathname + hash}</p>;
}

it("a link of the system leads on by the router; it breaks if one way back is lost or doubled", async () => {
  let open = (_path: string) => {};
  const stop = vi.fn();
  platform.onOpenRequest = (listener) => {
    open = listener;
    return stop;
  };
  const { unmount } = render(
    <BrowserRouter>
      <OpenRequests />
      <Address />
    </BrowserRouter>,
  );
  const steps = window.history.length;
  act(() => open("/articles/weave-entries"));
  act(() => open("/announcements#first"));
  act(() => open("/announcements#first"));
  expect(screen.getByText("/announcements#first")).toBeDefined();
  expect(window.history.length).toBe(steps + 2);
  expect(stop).not.toHaveBeenCalled();
  unmount();
  expect(stop).toHaveBeenCalledOnce();
});
