import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { isRouteOn } from "#shared/parts.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import DesktopAppPage from "./desktop-app-page.tsx";

const whole = brand;
const downloads = {
  windows: "https://downloads.example.com/app.exe",
  linux: "https://downloads.example.com/app.deb",
};
afterEach(() => {
  setBrand(whole);
  vi.restoreAllMocks();
});

const links = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

it("has the downloads that the settings name, the visitor's own first, and opens this portal in the app", () => {
  setBrand({ ...whole, downloads });
  vi.spyOn(platform, "address", "get").mockReturnValue("https://portal.example.com");
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (X11; Linux x86_64)");
  renderPage(<DesktopAppPage />);
  expect(links()).toEqual([
    ["Download for Linux", downloads.linux],
    ["Download for Windows", downloads.windows],
    ["Open the app", "ringside://portal.example.com"],
  ]);
  expect(screen.getByText("https://portal.example.com")).toBeTruthy();
});

it("names no address where pages do not know it: in the app itself", () => {
  setBrand({ ...whole, downloads });
  vi.spyOn(platform, "address", "get").mockReturnValue(null);
  renderPage(<DesktopAppPage />);
  expect(screen.queryByRole("link", { name: "Open the app" })).toBeNull();
});

it.each(["https://intranet", "https://portal:8443", "http://[::1]:4000"])(
  "has no button for %s, whose host could be a page's name, but says the address",
  (address) => {
    setBrand({ ...whole, downloads });
    vi.spyOn(platform, "address", "get").mockReturnValue(address);
    renderPage(<DesktopAppPage />);
    expect(screen.queryByRole("link", { name: "Open the app" })).toBeNull();
    expect(screen.getByText(address)).toBeTruthy();
  },
);

it("is absent without a download", () => {
  expect(isRouteOn(whole, "desktopApp")).toBe(false);
  expect(isRouteOn({ downloads: {} }, "desktopApp")).toBe(false);
  expect(isRouteOn({ downloads }, "desktopApp")).toBe(true);
});
