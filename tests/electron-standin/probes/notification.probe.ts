import { join } from "node:path";
import { expect, test } from "./probe-app.ts";

const icon = join(import.meta.dirname, "../../../resources/brand/icons/icon-512.png");

test("a spec can record and click notifications", async ({ app, page }) => {
  await expect(page.getByRole("heading")).toHaveText("Start");
  const seen = await app.evaluate(async ({ Notification }, iconFile) => {
    const notification = new Notification({ title: "News", body: "A clinic", icon: iconFile });
    const heard: string[] = [];
    notification.on("show", () => void heard.push("show"));
    notification.on("click", () => void heard.push("click"));
    notification.on("close", () => void heard.push("close"));
    const displayed = new Promise((resolve) => notification.once("show", resolve));
    notification.show();
    const atOnce = heard.length;
    await displayed;
    notification.emit("click");
    notification.close();

    const recorded: string[] = [];
    Notification.prototype.show = function record() {
      recorded.push(`${this.title}: ${this.body}`);
    };
    notification.show();
    return { supported: Notification.isSupported(), atOnce, heard, recorded };
  }, icon);
  expect(seen).toEqual({
    supported: true,
    atOnce: 0,
    heard: ["show", "click"],
    recorded: ["News: A clinic"],
  });
});

test("unsupported options and members of notifications throw", async ({ app }) => {
  const messages = await app.evaluate(({ Notification }) => {
    const messageOf = (call: () => unknown) => {
      try {
        return `no error: ${String(call())}`;
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    };
    return [
      () => new Notification({ title: "x", actions: [] }),
      () => new Notification(JSON.parse('{"title":5}')),
      () => new Notification({ title: "x", icon: "/nowhere.png" }),
      () => new Notification().on("reply", () => {}),
      () => new Notification().urgency,
      () => Notification.getHistory(),
    ].map(messageOf);
  });
  expect(messages).toEqual(
    [
      "the option actions of Notification is not there",
      "Notification's title: number is not there",
      "the notification's icon is empty",
      "the event 'reply' of Notification is not there",
      "Notification.urgency is not there",
      "Notification.getHistory is not there",
    ].map((message) => `electron stand-in: ${message}`),
  );
});
