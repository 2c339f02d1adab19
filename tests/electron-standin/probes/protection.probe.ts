import type { ElectronApplication, Page } from "@playwright/test";
import { expect, test } from "./probe-app.ts";

const asked = (app: ElectronApplication): Promise<string[][]> =>
  app.evaluate(() => Reflect.get(globalThis, "seen").asked.splice(0));

const grant = (app: ElectronApplication, ...permissions: string[]) =>
  app.evaluate((_, names) => {
    Reflect.get(globalThis, "allowed").permissions = names;
  }, permissions);

/** Returns the names of the errors of a page's requests. */
const request = (page: Page) =>
  page.evaluate(async () => {
    const position = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve("granted"),
        (error) => resolve(error.code === error.PERMISSION_DENIED ? "denied" : "granted"),
        { timeout: 100 }, // nobody here knows the position
      ),
    );
    const camera = await navigator.mediaDevices
      .getUserMedia({ video: true })
      .then(() => "granted")
      .catch(({ name }) => (name === "NotAllowedError" ? "denied" : name));
    const filled = await document.body.requestFullscreen().catch(({ name }) => name);
    return [position, camera, await Notification.requestPermission(), filled];
  });

/** What a request of the camera may say: a headless shell has none, whatever the app decides. */
const camera = (decision: string) =>
  expect.stringMatching(new RegExp(`^(${decision}|NotSupportedError)$`));

test("the app decides about a page's permission requests", async ({ app, page }) => {
  await expect(page.getByRole("heading")).toHaveText("Start");
  expect(
    (await asked(app)).filter(([kind]) => kind === "request"),
    "by loading it",
  ).toEqual([]);
  expect(await request(page)).toEqual(["denied", camera("denied"), "denied", "TypeError"]);
  const address = "app://portal/";
  expect(await asked(app)).toEqual(
    ["geolocation", "media", "fullscreen", "notifications"].map((name) => [
      "request",
      name,
      address,
    ]),
  );
  await grant(app, "geolocation", "media", "notifications");
  expect(await request(page)).toEqual(["granted", camera("granted"), "granted", "TypeError"]);
  expect(await asked(app)).toContainEqual(["request", "geolocation", address]);
  const query = () =>
    page.evaluate(async () => (await navigator.permissions.query({ name: "geolocation" })).state);
  expect(await query()).toBe("granted");
  await grant(app);
  expect(await query()).toBe("denied");
  expect(await asked(app)).toEqual(
    Array.from({ length: 2 }, () => ["check", "geolocation", address]),
  );
});

test("the CSP is enforced: own scripts run, foreign and inline ones do not", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    );
    const load = (properties: Partial<HTMLScriptElement>) =>
      new Promise((resolve) => {
        const script = Object.assign(document.createElement("script"), properties);
        script.addEventListener("load", resolve);
        script.addEventListener("error", resolve);
        document.head.append(script);
        if (properties.text) setTimeout(resolve);
      });
    await load({ text: "globalThis.ran = [...(globalThis.ran ?? []), 'inline'];" });
    await load({ src: "http://127.0.0.1:1/x.js" });
    await load({ src: "/own.js" });
    return { violations, ran: Reflect.get(globalThis, "ran") };
  });
  expect(seen).toEqual({
    violations: ["script-src-elem inline", "script-src-elem http://127.0.0.1:1/x.js"],
    ran: ["own"],
  });
});
