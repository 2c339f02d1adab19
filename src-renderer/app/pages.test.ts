import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listAnnouncements } from "#shared/api/announcements.ts";
import { listDogs } from "#shared/api/dogs.ts";
import { listContent } from "#shared/api/library.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { pageOf, preparePage, watchLinks } from "./pages.ts";

const user = {
  roles: ["ROLE_USER"],
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const member = {
  status: "ready",
  token: "t",
  user: { ...user, id: undefined, name: undefined, email: undefined },
} as const;
const visitor = { status: "ready", token: null, user: null } as const;

let stop: () => void;
const load = vi.fn<() => Promise<unknown>>(async () => {});
beforeEach(() => {
  document.body.innerHTML = `
    <a href="/articles/weave-entries"><span>An entry</span></a>
    <a href="/recipes?tag=raw">A list</a>
    <a href="/membership">Membership</a>
    <a href="https://example.com/articles">Elsewhere</a>`;
  useSession.setState(member);
  for (const id of ["article", "recipes", "membership", "articles"] as const) {
    vi.spyOn(pageOf(id), "load").mockImplementation(load);
  }
  stop = watchLinks();
});
afterEach(() => {
  stop();
  load.mockClear();
  vi.restoreAllMocks();
});

const part = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
};

describe("a link to a page", () => {
  it("fetches the page's code when it is pointed at", () => {
    fireEvent.pointerOver(part("span"));
    expect(load).toHaveBeenCalledOnce();
  });

  it("fetches the page's code when it is focused or pressed", () => {
    fireEvent.focusIn(part("[href^='/recipes']"));
    expect(load).toHaveBeenCalledTimes(1);
    fireEvent.pointerDown(part("[href='/membership']"));
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("fetches nothing of a page that the user may not open, nor of another site", () => {
    useSession.setState(visitor);
    fireEvent.pointerDown(part("span"));
    fireEvent.pointerDown(part("[href^='https']"));
    expect(load).not.toHaveBeenCalled();
  });
});

describe("a list", () => {
  const open = (search: string) => {
    vi.spyOn(pageOf("protocols"), "load").mockImplementation(load);
    return preparePage(
      { pathname: "/protocols", search, hash: "" },
      { pathname: "/saved", search: "", hash: "" },
    );
  };

  it("asks for the dogs of a member early, and for a dog's entries only once that is known", async () => {
    await open("?dog=1");
    expect([sentTo(listDogs).length, sentTo(listContent).length]).toEqual([1, 0]);
    await open("");
    expect(sentTo(listContent)).toHaveLength(1);
  });

  it("asks for no dogs of a user without a membership", async () => {
    useSession.setState({ ...member, user: { ...member.user, subscriptionOwned: false } });
    vi.spyOn(pageOf("articles"), "load").mockImplementation(load);
    await preparePage(
      { pathname: "/articles", search: "", hash: "" },
      { pathname: "/about", search: "", hash: "" },
    );
    expect(sentTo(listDogs)).toHaveLength(0);
  });
});

describe("the page that a link leads to", () => {
  const on = (pathname: string, search = "", hash = "") => ({ pathname, search, hash });
  const prepareDashboard = (search = "", hash = "") =>
    preparePage(on("/dashboard", search, hash), on("/saved"));
  beforeEach(() => {
    vi.spyOn(pageOf("dashboard"), "load").mockImplementation(load);
    vi.spyOn(pageOf("dashboard"), "isSettled").mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("asks for the announcements before the dashboard is shown, whose rows wait for them", async () => {
    await prepareDashboard();
    expect(sentTo(listAnnouncements)).toHaveLength(1);
  });

  it("asks for nothing of Today for another tab, nor for a section for admins", () => {
    expect(prepareDashboard("?tab=dogs")).toBeNull();
    expect(prepareDashboard("", "#sessions")).toBeNull();
    expect(prepareDashboard("?section=members")).toBeNull();
    expect(sentTo(listAnnouncements)).toHaveLength(0);
  });

  it("waits for its answers, for half a second", async () => {
    vi.useFakeTimers();
    const slow = Promise.withResolvers<{ data: unknown }>();
    answer(listAnnouncements, slow.promise);
    const shown = vi.fn<() => void>();
    void prepareDashboard()?.then(shown);
    await vi.advanceTimersByTimeAsync(499);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toHaveBeenCalledOnce();
    slow.resolve({ data: { items: [], nextCursor: null } });
  });

  it("is shown as soon as they are there", async () => {
    vi.useFakeTimers();
    const quick = Promise.withResolvers<{ data: unknown }>();
    answer(listAnnouncements, quick.promise);
    const shown = vi.fn<() => void>();
    void prepareDashboard()?.then(shown);
    await vi.advanceTimersByTimeAsync(40);
    expect(shown).not.toHaveBeenCalled();
    quick.resolve({ data: { items: [], nextCursor: null } });
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toHaveBeenCalledOnce();
  });
});
