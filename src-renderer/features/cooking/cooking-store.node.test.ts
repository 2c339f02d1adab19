import { beforeEach, describe, expect, it } from "vitest";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { useCooking } from "./cooking-store.ts";

const timer = { id: "1", slug: "stew", title: "Stew", step: 1, seconds: 60, endsAt: 0 };

beforeEach(() => {
  announceSessionEnd("logged-out");
  signIn({ token: "t1", user: ada });
  useCooking.setState({ timers: [timer] });
  announceSessionEnd("expired");
});

describe("timers of an expired session", () => {
  it("wait for the same user", () => {
    signIn({ token: "t2", user: { ...ada, name: "Ada Lovelace" } });
    expect(useCooking.getState().timers).toEqual([timer]);
  });

  it("are cleared when another user signs in, in the tab's storage too", () => {
    expect(sessionStorage.getItem("cooking")).toContain("Stew");
    signIn({ token: "t2", user: { ...ada, id: "2" } });
    expect(useCooking.getState()).toMatchObject({ timers: [], userId: "2" });
    expect(sessionStorage.getItem("cooking")).toBeNull();
  });
});
