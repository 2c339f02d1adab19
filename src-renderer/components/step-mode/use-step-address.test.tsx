import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { useStepAddress } from "./use-step-address.ts";

const at = (address: string) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  ),
});

it("turns a page for every key, however fast they are pressed, and stops at both ends", () => {
  const { result } = renderHook(() => useStepAddress("cook", 4), at("/stew?cook=0"));
  const press = (by: 1 | -1, times: number) =>
    act(() => {
      for (let time = 0; time < times; time += 1) result.current.turn(by);
    });
  press(1, 3);
  expect(result.current.at).toBe(3);
  press(1, 5);
  expect(result.current.at).toBe(4);
  press(-1, 2);
  expect(result.current.at).toBe(2);
});
