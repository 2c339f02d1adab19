import { describe, expect, it } from "vitest";
import { defaultFlags } from "../../src-shared/flags.ts";
import { menus, type MenuId } from "../../src-shared/routes.ts";
import { isEntryShown } from "./menus.ts";

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

  it("loses what a flag disables, the footer too", () => {
    expect(entries("public", false, { loginDisabled: true })).not.toContain("login");
    expect(entries("public", false, { registrationDisabled: true })).not.toContain("register");
    expect(entries("footer", false, { loginDisabled: true, registrationDisabled: true })).toEqual([
      "about",
      "privacy",
      "terms",
      "memberships",
      "contact",
    ]);
  });

  it("stays whole in maintenance: the flag shows a banner and blocks nothing", () => {
    expect(entries("public", false, { maintenanceMode: true })).toEqual(entries("public", false));
  });
});
