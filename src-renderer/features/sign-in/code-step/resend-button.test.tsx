import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ResendButton } from "./code-step.tsx";

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

it.each([
  ["the server's time", "2026-11-22T12:00:30Z"],
  ["a clock that is a day behind", "2026-11-23T12:00:00Z"],
])("is enabled after 30 s (%s), with a countdown that is not announced", (_, resendAt) => {
  const resend = vi.fn<() => void>();
  renderPage(<ResendButton resendAt={resendAt} busy={false} onResend={resend} />);
  const button = screen.getByRole("button", { name: "Send a new code" });
  const press = () => fireEvent.click(button);
  expect(screen.getByText("in 30 s").getAttribute("aria-hidden")).toBe("true");
  act(() => void vi.advanceTimersByTime(29_000));
  press();
  expect(resend).not.toHaveBeenCalled();
  screen.getByText("in 1 s");
  act(() => void vi.advanceTimersByTime(1_000));
  press();
  expect(resend).toHaveBeenCalledOnce();
  expect(screen.queryByText(/^in/)).toBeNull();
});
