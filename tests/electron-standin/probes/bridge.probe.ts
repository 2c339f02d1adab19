import { expect, test } from "./probe-app.ts";

type Probe = {
  echo(...args: unknown[]): Promise<object>;
  fails(): Promise<never>;
  nobody(): Promise<never>;
  onMessage(listener: (message: unknown) => void): () => void;
  sendSync(): string;
  seesBinding: boolean;
};
declare const probe: Probe;

test("a bridge call reaches main with its sender and returns the result", async ({ page }) => {
  const sent = await page.evaluate(() => probe.echo("x", { a: [1, undefined, null] }, true));
  expect(sent).toEqual({
    args: ["x", { a: [1, undefined, null] }, true],
    frame: { url: "app://portal/", origin: "app://portal", top: true },
    sender: 1,
  });
});

test("a failing or unhandled call rejects with Electron's error", async ({ page }) => {
  const failed = await page.evaluate(() => probe.fails().catch((error) => error.message));
  expect(failed).toBe("Error invoking remote method 'fails': Error: no");
  const unheard = await page.evaluate(() => probe.nobody().catch((error) => error.message));
  expect(unheard).toContain("No handler registered for 'nobody'");
});

test("messages from main arrive until the listener is removed", async ({ app, page }) => {
  const heard = await page.evaluateHandle(() => {
    const messages: unknown[] = [];
    return { messages, stop: probe.onMessage((message) => messages.push(message)) };
  });
  const send = (text: string) =>
    app.evaluate(({ BrowserWindow }, message) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send("message", message);
    }, text);
  await send("one");
  await expect.poll(() => heard.evaluate(({ messages }) => messages)).toEqual(["one"]);
  await heard.evaluate(({ stop }) => stop());
  await send("two");
  await page.evaluate(() => probe.echo()); // goes the same way, later
  expect(await heard.evaluate(({ messages }) => messages)).toEqual(["one"]);
});

test("the page gets a frozen bridge and no internals", async ({ page }) => {
  const found = await page.evaluate(() => ({
    frozen: Object.isFrozen(probe),
    carriers: ["standinIpc", "standinDeliver", "require"].filter((name) => name in window),
    inPreload: probe.seesBinding,
  }));
  expect(found).toEqual({ frozen: true, carriers: [], inPreload: true });
});

test("unsupported APIs in a preload script throw an error with their name", async ({ page }) => {
  const message = await page.evaluate(() => probe.sendSync());
  expect(message).toBe("electron stand-in: ipcRenderer.sendSync is not there");
});
