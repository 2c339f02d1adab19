import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Lazy parts are compiled when they are first loaded, which takes busy machines a while.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no layout. Nothing would count as visible, so a dialog could not take the focus, and
// would be hidden from assistive technology after a quarter of a second.
Object.defineProperty(HTMLElement.prototype, "offsetParent", {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentElement;
  },
});
Element.prototype.scrollIntoView = () => {};
document.body.getBoundingClientRect = () => new DOMRect(0, 0, innerWidth, innerHeight);

/** Nothing comes near the window. */
class IntersectionObserverStub {
  observe(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, {
  IntersectionObserver: IntersectionObserverStub,
  // No query matches. The player's library asks when it is loaded.
  matchMedia: (media: string) => ({
    matches: false,
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
});

afterEach(cleanup);

// jsdom has no navigation timing: every page of a test counts as visited for the first time.
Object.defineProperty(Performance.prototype, "getEntriesByType", {
  configurable: true,
  value: () => [],
});
