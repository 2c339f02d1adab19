import { expect, test } from "./probe-app.ts";

test("bounds other than integers throw and move nothing", async ({ app, page }) => {
  const window = await app.browserWindow(page);
  const seen = await window.evaluate((win) => {
    const messageOf = Reflect.get(globalThis, "messageOf");
    const before = win.getBounds();
    const messages = [
      () => win.setBounds({ x: 1.5 }),
      () => win.setBounds({ width: NaN }),
      () => win.setBounds({ x: -0 }),
      () => win.setBounds({ y: 2 ** 31 }),
      () => win.setSize(400, 300.25),
      () => win.setPosition(-0, 5),
    ].map(messageOf);
    return { messages, moved: JSON.stringify(win.getBounds()) !== JSON.stringify(before) };
  });
  const failure = "TypeError: Error processing argument at index";
  expect(seen).toEqual({
    moved: false,
    messages: [
      ...Array(4).fill(`${failure} 0, conversion failure from #<Object>`),
      `${failure} 1, conversion failure from 300.25`,
      `${failure} 0, conversion failure from -0`,
    ],
  });
});

test("full screen starts and ends asynchronously", async ({ app, page }) => {
  const window = await app.browserWindow(page);
  const seen = await window.evaluate(async (win) => {
    const change = (event: "enter-full-screen" | "leave-full-screen", on: boolean) =>
      new Promise((resolve) => {
        win.once(event, () => resolve([win.isFullScreen(), atOnce]));
        win.setFullScreen(on);
        const atOnce = win.isFullScreen();
      });
    const before = win.getBounds();
    const entered = await change("enter-full-screen", true);
    win.setBounds({ width: 500 });
    const left = change("leave-full-screen", false);
    win.setBounds({ width: 500 });
    win.setAlwaysOnTop(true);
    const settled = [entered, await left, win.isAlwaysOnTop()];
    const kept = JSON.stringify(win.getBounds()) === JSON.stringify(before);
    win.setBounds({ width: 500 });
    return { settled, kept, width: win.getBounds().width };
  });
  expect(seen).toEqual({
    settled: [[true, false], [false, true], true],
    kept: true,
    width: 500,
  });
});

test("full screen requests during a change are carried out one by one", async ({ app, page }) => {
  const window = await app.browserWindow(page);
  const events = await window.evaluate(
    (win) =>
      new Promise((resolve) => {
        const heard: string[] = [];
        win.on("enter-full-screen", () => void heard.push("enter"));
        win.on("leave-full-screen", () => {
          heard.push("leave");
          resolve(heard);
        });
        win.setFullScreen(true);
        win.setFullScreen(false);
      }),
  );
  expect(events).toEqual(["enter", "leave"]);
});
