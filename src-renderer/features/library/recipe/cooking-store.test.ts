import { beforeEach, describe, expect, it } from "vitest";
import { sessionEnded } from "../../../session/session-end.ts";
import { signIn } from "../../../session/session-store.ts";
import { ada } from "../../../testing/sample-user.ts";
import { useCooking } from "./cooking-store.ts";

const timer = { id: "1", slug: "stew", title: "Stew", step: 1, seconds: 60, endsAt: 0 };
const tick = { item: "step-0", at: "2026-03-01T14:00:00.000Z", isKept: true };

beforeEach(() => {
  sessionEnded("logged-out");
  signIn({ token: "t1", user: ada });
  useCooking.setState({ ticks: { stew: [tick] }, timers: [timer] });
  sessionEnded("expired");
});

describe("ticks and timers of an expired session", () => {
  it("wait for the same user", () => {
    signIn({ token: "t2", user: { ...ada, name: "Ada Lovelace" } });
    expect(useCooking.getState()).toMatchObject({ ticks: { stew: [tick] }, timers: [timer] });
  });

  it("are cleared when another user signs in, in the tab's storage too", () => {
    expect(sessionStorage.getItem("cooking")).toContain("step-0");
    signIn({ token: "t2", user: { ...ada, id: "2" } });
    expect(useCooking.getState()).toMatchObject({ ticks: {}, timers: [], userId: "2" });
    expect(sessionStorage.getItem("cooking")).toBeNull();
  });
});
