import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { selfSigned } from "#api/testing/self-signed.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { apiHost, stopApiHost } from "../testing/api-host.ts";
import { net } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { findPortal, parseAddress } = await import("./find-portal.ts");
const { packagedBrand } = await import("../interface-brand.ts");

vi.spyOn(process.stderr, "write").mockReturnValue(true);
const folder = await forFile(temporaryFolder());

const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const brand = {
  ...packagedBrand,
  name: "Pfotenring",
  logos: { onLight: "/a.svg", onDark: "/b.svg" },
};
const healthy = { status: "ok", database: "ok", version: "1.0.0" };

type Answers = { health?: unknown; status?: number; brand?: unknown; brandStatus?: number };

/** Starts a portal with these answers. Returns its origin. */
const portalWith = (answers: Answers = {}) =>
  apiHost(({ url }, answer) => {
    if (url === "/api/health") {
      answer.statusCode = answers.status ?? 200;
      answer.end(JSON.stringify(answers.health ?? healthy));
    } else if (url === "/api/brand") {
      answer.statusCode = answers.brandStatus ?? 200;
      answer.end(JSON.stringify(answers.brand ?? brand));
    } else answer.setHeader("content-type", "image/svg+xml").end(logo);
  });

afterEach(async () => {
  vi.clearAllMocks();
  await stopApiHost();
});

describe("an address", () => {
  it.each([
    ["portal.example.com", "https://portal.example.com", false],
    ["  https://Portal.Example.com/ ", "https://portal.example.com", false],
    ["https://portal.example.com:8443", "https://portal.example.com:8443", false],
    ["portal.example.com/articles?x=1", "https://portal.example.com", true],
    ["localhost:4000", "http://localhost:4000", false],
    ["http://127.0.0.1:4000/", "http://127.0.0.1:4000", false],
    ["zażółć.example", "https://xn--za-6ja4f8n1l.example", false],
  ])("%s leads to %s", (text, origin, hadPath) => {
    expect(parseAddress(text)).toEqual({ origin, hadPath });
  });

  it.each([
    ["", "missing"],
    ["   ", "missing"],
    ["http://portal.example.com", "unencrypted"],
    ["http://localhost.evil.example", "unencrypted"],
    ["my portal", "malformed"],
    ["https://user@portal.example.com", "malformed"],
    ["ftp://portal.example.com", "malformed"],
    ["file:///etc/passwd", "malformed"],
    ["app://portal", "malformed"],
    ["https://", "malformed"],
    [`https://${"x".repeat(3_000)}.example`, "malformed"],
  ])("%j is refused before anything is sent: %s", async (text, problem) => {
    expect(await findPortal(text)).toBe(problem);
    expect(net.fetch).not.toHaveBeenCalled();
  });
});

describe("a portal", () => {
  it("is found by its health and brand, without credentials", async () => {
    const origin = await portalWith();
    const address = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
    expect(await findPortal(origin)).toEqual({
      origin,
      hadPath: false,
      brand: { ...brand, logos: { onLight: address, onDark: address } },
    });
    for (const [, init] of net.fetch.mock.calls) {
      expect(init).toMatchObject({ credentials: "omit", redirect: "error" });
      expect(new Headers(init.headers).has("authorization")).toBe(false);
    }
  });

  it("is found by the address of one of its pages", async () => {
    const origin = await portalWith();
    expect(await findPortal(`${origin}/articles/weave?x#y`)).toMatchObject({
      origin,
      hadPath: true,
    });
  });

  it("is found without its logo, whose place the app's own takes", async () => {
    const logos = { onLight: "//x.example/a", onDark: "//x.example/a" };
    const origin = await portalWith({ brand: { ...brand, logos } });
    expect(await findPortal(origin)).toMatchObject({
      brand: { name: "Pfotenring", logos: packagedBrand.logos },
    });
  });

  it.each<[string, Answers]>([
    ["without its database", { health: { status: "unavailable" }, status: 503 }],
    ["behind a gateway that does not reach it", { health: "<html>", status: 502 }],
    ["that fails in between", { brand: "<html>", brandStatus: 500 }],
  ])("%s is told from none", async (_, answers) => {
    expect(await findPortal(await portalWith(answers))).toBe("unavailable");
  });
});

describe("there is no portal", () => {
  it.each<[string, Answers]>([
    ["that has another health", { health: { up: true } }],
    ["that has another brand", { brand: { name: "Shop" } }],
    ["whose pages all say the same", { health: "<html>" }],
  ])("at a server %s", async (_, answers) => {
    const origin = await portalWith(answers);
    expect(await findPortal(origin)).toBe("noPortal");
    await stopApiHost();
    expect(await findPortal(`${await portalWith(answers)}/portal/`)).toBe("noPortalBelowPath");
  });

  it("at an address that redirects: the login would go to another host", async () => {
    const origin = await apiHost((_, answer) => {
      answer.writeHead(301, { location: "http://127.0.0.1:9/" }).end();
    });
    expect(await findPortal(origin)).toBe("noPortal");
  });

  it("where nothing answers", async () => {
    const origin = await portalWith();
    await stopApiHost();
    expect(await findPortal(origin)).toBe("unreachable");
  });

  it("at a server without https", async () => {
    const origin = await portalWith();
    expect(await findPortal(origin.replace("http:", "https:"))).toBe("noHttps");
  });

  it("behind a certificate that nobody vouches for", async () => {
    const server = createServer(await selfSigned(folder.path, "localhost"), (_, answer) =>
      answer.end(JSON.stringify(healthy)),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // it listens on a port
    expect(await findPortal(`https://localhost:${port}`)).toBe("certificate");
    server.close();
  });
});
