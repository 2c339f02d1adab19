import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test as base } from "../../fixtures/desktop.ts";

const test = base.extend<{ stranger: { origin: string; asked: string[] } }>({
  /** Another site's server, with the requests it got. */
  stranger: async ({}, use) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("access-control-allow-origin", "*").end("globalThis.ran = 'remote';");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
    await use({ origin: `http://127.0.0.1:${port}`, asked });
    server.close();
  },
});

test("a page runs only the portal's scripts, and sends requests to no other host", async ({
  desktop,
  problems,
  stranger,
}) => {
  const page = await desktop.start();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  problems.end(); // Chromium reports violations of the policy on the console
  await page.evaluate(async (origin) => {
    const seen: string[] = [];
    Reflect.set(globalThis, "violations", seen);
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, disposition }) =>
      seen.push(`${disposition} ${effectiveDirective}`),
    );
    const add = (name: string, properties: object) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement(name), properties);
        for (const event of ["load", "error"]) element.addEventListener(event, resolve);
        document.body.append(element);
        setTimeout(resolve, 500); // inline elements cause no event
      });
    // A policy that the desktop app does not create, since it has no service worker: even markup and scripts that count as trusted do not run.
    const same = (text: string) => text;
    const rules = { createHTML: same, createScript: same, createScriptURL: same };
    const trusted = Reflect.get(globalThis, "trustedTypes").createPolicy("portal-worker", rules);
    await add("script", { text: trusted.createScript("globalThis.ran = 'inline';") });
    await add("script", { src: trusted.createScriptURL(`${origin}/script.js`) });
    await add("img", { src: `${origin}/image.png` });
    await add("iframe", { src: `${origin}/frame.html` });
    const handler = "<img src='x' onerror=\"globalThis.ran = 'handler';\">";
    await add("div", { innerHTML: trusted.createHTML(handler) });
    await fetch(`${origin}/data`).catch(() => {});
    // oxlint-disable-next-line typescript/no-implied-eval -- this is what the policy has to stop
    setTimeout(trusted.createScript("globalThis.ran = 'text';"));
  }, stranger.origin);
  const violations = () => page.evaluate((): string[] => Reflect.get(globalThis, "violations"));
  const directives = [
    "script-src-elem",
    "script-src-elem",
    "script-src-attr",
    "script-src",
    "img-src",
    "frame-src",
    "connect-src",
  ];
  await expect
    .poll(async () => (await violations()).toSorted())
    .toEqual(directives.map((directive) => `enforce ${directive}`).toSorted());
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(stranger.asked).toEqual([]);
});

test("a page that asks for the position, the camera or notifications is refused @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const answers = await page.evaluate(async () => {
    const nameOf = ({ name }: Error) => name;
    const position = await new Promise<string>((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve("granted"),
        ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "granted"),
        { timeout: 500 },
      ),
    );
    const granted = () => "granted";
    return {
      position,
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(granted, nameOf),
      microphone: await navigator.mediaDevices.getUserMedia({ audio: true }).then(granted, nameOf),
      clipboard: await navigator.clipboard.readText().then(granted, nameOf),
      notifications: await Notification.requestPermission(),
    };
  });
  // The stand-in's headless shell has neither camera nor microphone.
  const isHeadless = await page.evaluate(() => navigator.userAgent.includes("HeadlessChrome"));
  const refusal = isHeadless ? /^Not(Allowed|Supported)Error$/ : /^NotAllowedError$/;
  expect(answers).toEqual({
    position: "denied",
    camera: expect.stringMatching(refusal),
    microphone: expect.stringMatching(refusal),
    clipboard: "NotAllowedError",
    notifications: "denied",
  });
});
