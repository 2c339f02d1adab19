import { app } from "../app/app.ts";
import { strictObject, StrictEmitter } from "../strict.ts";

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };

/** The only display, with a panel at the top. */
export const display = {
  id: 1,
  label: "stand-in",
  bounds,
  workArea: { x: 0, y: 32, width: 1920, height: 1048 },
  scaleFactor: 1,
};
strictObject("Display", display);

const events = new Set(["display-added", "display-removed", "display-metrics-changed"]);

const strictScreen = strictObject(
  "Screen",
  Object.assign(new StrictEmitter("Screen", events), {
    getPrimaryDisplay: () => display,
    getAllDisplays: () => [display],
  }),
);

/** `screen`. Reading anything from it throws before the app is ready. */
export const screen = new Proxy(strictScreen, {
  get(target, key, receiver) {
    if (!app.isReady()) {
      throw new Error("The 'screen' module can't be used before the app 'ready' event");
    }
    return Reflect.get(target, key, receiver);
  },
});
