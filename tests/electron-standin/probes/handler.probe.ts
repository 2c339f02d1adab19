import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./probe-app.ts";

const nextPart = (app: ElectronApplication) =>
  app.evaluate(() => void Reflect.get(globalThis, "nextPart")());
const count = (app: ElectronApplication, name: string) =>
  app.evaluate((_electron, key) => Reflect.get(Reflect.get(globalThis, "seen"), key), name);

test("a request comes with method, body and address as the app knows them", async ({ page }) => {
  const answer = await page.evaluate(async () => {
    const response = await fetch("/echo?q=1", { method: "POST", body: `at ${origin}/x` });
    return [response.status, response.headers.get("x-origin"), await response.text()];
  });
  const origin = "app://portal";
  expect(answer).toEqual([201, `${origin}/echo?q=1`, `at ${origin}/x`]);
});

test("an answer arrives in the parts that it is sent in", async ({ app, page }) => {
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

test("events of a server arrive one by one; leaving cancels the body and no more", async ({
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

test("an answer that comes after its caller left is cancelled too", async ({ app, page }) => {
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

test("a handler that throws is a request that failed", async ({ page }) => {
  const failed = await page.evaluate(() => fetch("/fails").catch((error) => error.name));
  expect(failed).toBe("TypeError");
});
