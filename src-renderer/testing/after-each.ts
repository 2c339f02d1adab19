import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { queryClient } from "#renderer/api-client/query.ts";
import { endSessionHere } from "#renderer/session/session-end.ts";
import { resetApi } from "./fake-api.ts";

/** Leaves no page, session, answer or clock behind. */
export function cleanUp(): void {
  cleanup(); // first: queries that are still shown would load again
  endSessionHere();
  queryClient.clear();
  resetApi();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

// For each test of a file that imports this.
afterEach(cleanUp);
