import { describe, expect, it } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { menus, type MenuId } from "#shared/routes.ts";
import { isCurrentEntry, isEntryShown, menuEntry } from "./menus.ts";

const entries = (menu: MenuId, loggedIn: boolean, flags = {}) =>
  menus[menu].filter((id) => isEntryShown(id, loggedIn, { ...defaultFlags, ...flags }));

describe("the public menu", () => {
  it("offers login and register to visitors, logout to users", () => {
    expect(entries("public", false)).toEqual([
      "home",
      "about",
      "contact",
      "memberships",
      "login",
      "register",
    ]);
    expect(entries("public", true)).toEqual(["home", "about", "contact", "memberships", "logout"]);
  });

  it("hides what a flag disables, in the footer too", () => {
    expect(entries("public", false, { loginDisabled: true })).not.toContain("login");
    expect(entries("public", false, { registrationDisabled: true })).not.toContain("register");
    const disabled = { loginDisabled: true, registrationDisabled: true };
    expect(entries("footerMembership", false, disabled)).toEqual(["memberships"]);
  });

  it("does not change in maintenance: the flag only shows a banner", () => {
    expect(entries("public", false, { maintenanceMode: true })).toEqual(entries("public", false));
  });
});

describe("a member's menus", () => {
  const ids = [...menus.memberSide, ...menus.memberOwn];
  const markedAt = (address: string) => {
    const { pathname, search, hash } = new URL(address, "http://localhost");
    return ids.filter((id) => isCurrentEntry(menuEntry(id), { pathname, search, hash }));
  };

  it.each([
    ["/dashboard", ["dashboard"]],
    ["/dashboard?lang=pl", ["dashboard"]],
    ["/dashboard?tab=training", ["training"]],
    ["/dashboard?tab=dogs", ["dogs"]],
    ["/dashboard?tab=account", ["account"]],
    ["/dashboard#password", ["account"]],
    ["/show-day", ["dogs"]],
    ["/dashboard?section=members", []],
    ["/membership", ["membership"]],
    ["/subscription", ["membership"]],
    ["/saved", ["saved"]],
    ["/saved/articles/weaves", ["saved"]],
    ["/articles/weaves", ["articles"]],
    ["/", []],
  ])("mark at %s %j", (address, marked) => {
    expect(markedAt(address)).toEqual(marked);
  });
});
