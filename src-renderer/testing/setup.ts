import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Parts that come late are compiled when they are first asked for, which takes a slow machine a while.
configure({ asyncUtilTimeout: 5_000 });

// jsdom lays nothing out. Nothing would count as visible then, so a dialog could not take the focus,
// and one without it is hidden from assistive technology after a quarter of a second.
Object.defineProperty(HTMLElement.prototype, "offsetParent", {
  get(this: HTMLElement) {
    return this.parentElement;
  },
});
Element.prototype.scrollIntoView = () => {};
document.body.getBoundingClientRect = () => new DOMRect(0, 0, innerWidth, innerHeight);

afterEach(cleanup);

// jsdom has no navigation timing: every page of a test is visited for the first time.
Object.defineProperty(Performance.prototype, "getEntriesByType", { value: () => [] });
