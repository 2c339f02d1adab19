import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PublicBrand } from "#shared/brand.ts";
import { apiHost, stopApiHost } from "./testing/api-host.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { openInterfaceBrand, packagedBrand } = await import("./interface-brand.ts");

const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const logoAddress = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
const ofPortal: PublicBrand = {
  ...packagedBrand,
  name: "Pfotenring",
  logos: { onLight: "/brand/1/logo.svg", onDark: "/brand/2/logo.svg" },
};
const known = { ...ofPortal, logos: { onLight: logoAddress, onDark: logoAddress } };

/** Starts a portal that answers with a brand, and with a logo at every other address. */
const portalWith = (brand: unknown, logoType = "image/svg+xml") =>
  apiHost(({ url }, answer) => {
    const isBrand = url === "/api/brand";
    answer.setHeader("content-type", isBrand ? "application/json" : logoType);
    answer.end(isBrand ? JSON.stringify(brand) : logo);
  });

const failures = vi.spyOn(process.stderr, "write").mockReturnValue(true);
beforeEach(() => failures.mockClear());
afterEach(stopApiHost);

it("is the packaged one at first, then the portal's with its logo, also at the next start without a connection", async () => {
  const portal = await portalWith({ ...ofPortal, futureField: 1 });
  const file = new Map<string, unknown>();
  const brand = openInterfaceBrand(file, portal);
  expect(brand()).toBe(packagedBrand);
  await vi.waitFor(() => expect(brand()).toEqual(known));
  await stopApiHost();
  const restarted = new Map<string, unknown>(JSON.parse(JSON.stringify([...file])));
  expect(openInterfaceBrand(restarted, portal)()).toEqual(known);
  expect(openInterfaceBrand(restarted, "http://127.0.0.1:9")()).toBe(packagedBrand);
  await vi.waitFor(() => expect(failures, "without a connection").toHaveBeenCalledTimes(2));
});

it.each([
  ["without a sentence that this version shows", { ...ofPortal, texts: { en: {}, pl: {} } }],
  ["whose colour could be markup", { ...ofPortal, colours: { ...ofPortal.colours, paper: '">' } }],
  ["with a logo elsewhere", { ...ofPortal, logos: { ...ofPortal.logos, onDark: "//x.example/a" } }],
])("stays as it was for an answer %s", async (_, answer) => {
  const portal = await portalWith(answer);
  const file = new Map<string, unknown>([["brand", { apiOrigin: portal, brand: known }]]);
  const brand = openInterfaceBrand(file, portal);
  await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
  expect(String(failures.mock.lastCall?.[0])).toMatch(/^The portal's brand is not known: /);
  expect(brand()).toEqual(known);
});

it("stays as it was where the logo is no picture", async () => {
  const portal = await portalWith(ofPortal, "text/html");
  const brand = openInterfaceBrand(new Map(), portal);
  await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
  expect(brand()).toBe(packagedBrand);
});

it("has more sentences where the portal is newer than this version", async () => {
  const texts = { ...packagedBrand.texts, en: { ...packagedBrand.texts.en, slogan: "Sit!" } };
  const brand = openInterfaceBrand(new Map(), await portalWith({ ...ofPortal, texts }));
  await vi.waitFor(() => expect(brand().name).toBe("Pfotenring"));
});
