import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeEach } from "vitest";

// Each test of a file that imports this has databases of its own.
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

// A logout at the end of the last test deletes a database that is still written to. Both need the
// file's globals, so they finish first.
afterAll(async () => {
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name ?? "");
      request.addEventListener("success", resolve);
      request.addEventListener("error", resolve);
    });
  }
});
