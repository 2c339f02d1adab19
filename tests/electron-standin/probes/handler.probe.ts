import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./probe-app.ts";

const nextPart = (app: ElectronApplication) =>
  app.evaluate(() => void Reflect.get(globalThis, "nextPart")());
const count = (app: ElectronApplication, name: string) =>
  app.evaluate((_electron, key) => Reflect.get(Reflect.get(globalThis, "seen"), key), name);

test("a request has method, body and app:// URL", async ({ page }) => {
  const answer = await page.evaluate(async () => {
    const response = await fetch("/echo?q=1", { method: "POST", body: `at ${origin}/x` });
    return [response.status, response.headers.get("x-origin"), await response.text()];
  });
  const origin = "app://portal";
  expect(answer).toEqual([201, `${origin}/echo?q=1`, `at ${origin}/x`]);
});

test("a response is streamed chunk by chunk", async ({ app, page }) => {
  const reader = await page.evaluateHandle(async () => {
    const { body } = await fetch("/parts");
    return body!.pipeThrough(new TextDecoderStream()).getReader();
  });
  const parts = [];
  for (let i = 0; i < 3; i++) {
    parts.push(await reader.evaluate(async (from) => (await from.read()).value));
    await nextPart(app);
  }
  expect(parts).toEqual(["one ", "two ", "three"]);
  expect(await reader.evaluate(async (from) => (await from.read()).done)).toBe(true);
});

test("server-sent events arrive one by one; an abort only cancels the body", async ({
  app,
  page,
}) => {
  const events = await page.evaluateHandle(() => {
    const source = new EventSource("/events");
    const heard: string[] = [];
    source.addEventListener("message", ({ data }) => heard.push(data));
    return { source, heard };
  });
  await expect.poll(() => events.evaluate(({ heard }) => heard)).toEqual(["first"]);
  await nextPart(app);
  await expect.poll(() => events.evaluate(({ heard }) => heard)).toEqual(["first", "second"]);
  await events.evaluate(({ source }) => source.close());
  await expect.poll(() => count(app, "cancelled")).toBe(1);
  expect(await count(app, "aborted"), "Electron's request.signal does not fire").toBe(0);
});

test("a response that arrives after the abort is cancelled too", async ({ app, page }) => {
  await page.evaluate(() => {
    const abort = new AbortController();
    Object.assign(window, { abort });
    fetch("/late", { signal: abort.signal }).catch(() => {});
  });
  const asked = () => app.evaluate(() => "answerLate" in globalThis);
  await expect.poll(asked).toBe(true);
  await page.evaluate(() => Reflect.get(window, "abort").abort());
  await page.evaluate(() => fetch("/")); // the server hears of the abort before this
  await app.evaluate(() => void Reflect.get(globalThis, "answerLate")());
  await expect.poll(() => count(app, "cancelled")).toBe(1);
});

test("a throwing handler fails the request", async ({ page }) => {
  const failed = await page.evaluate(() => fetch("/fails").catch((error) => error.name));
  expect(failed).toBe("TypeError");
});
