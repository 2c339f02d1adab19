import { expect, test } from "../../fixtures/desktop.ts";

test("the app starts without a connection, is never blank, and recovers by itself", async ({
  portal,
  desktop,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await desktop.quit();
  portal.faults.disconnect(true);
  const page = await desktop.start();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await desktop.storeFile()).toHaveProperty("token");
  portal.faults.disconnect(false);
  await expect(page.getByRole("link", { name: new RegExp(member.name) })).toBeVisible();
});

test("the app passes on aborts and ranges, and reports an unreachable API in the reader's language @exhaustive", async ({
  portal,
}) => {
  await test.step("a request that its page aborts is aborted at the API, too", async () => {
    await portal.open("/about");
    // No page uses this context, so only this request has the path.
    const stream = "/api/flags/eval/embedded/eyJraW5kIjoidXNlciIsImtleSI6IngifQ";
    const begun = await portal.page.evaluate(async (path) => {
      const abort = new AbortController();
      Reflect.set(globalThis, "leave", () => abort.abort());
      const answer = await fetch(path, { signal: abort.signal });
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      return { status: answer.status, bytes: first?.value?.length ?? 0 };
    }, stream);
    expect(begun).toEqual({ status: 200, bytes: expect.any(Number) });
    expect(begun.bytes).toBeGreaterThan(0);
    expect(portal.openRequests(stream)).toBe(1);
    await portal.page.evaluate(() => void Reflect.get(globalThis, "leave")());
    await expect.poll(() => portal.openRequests(stream)).toBe(0);
  });
  await test.step("a range of a video is answered with 206 and just that range", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await portal.open("/videos");
    await portal.page
      .getByRole("main")
      .getByRole("link", { name: /seesaw/i })
      .first()
      .click();
    const address = await portal.page
      .locator("video")
      .first()
      .evaluate((video: HTMLVideoElement) => {
        return video.currentSrc || (video.querySelector("source")?.src ?? video.src);
      });
    const part = await portal.page.evaluate(async (url) => {
      const answer = await fetch(url, { headers: { range: "bytes=10-19" } });
      const { status, headers } = answer;
      return { status, range: headers.get("content-range"), length: (await answer.blob()).size };
    }, address);
    expect(part.status).toBe(206);
    expect(part.range).toMatch(/^bytes 10-19\/\d+$/);
    expect(part.length).toBe(10);
  });
  await test.step("an unreachable API is reported as such", async () => {
    await portal.open("/about?lang=pl");
    portal.faults.disconnect(true);
    await portal.page.getByRole("banner").getByRole("link", { name: "Plany" }).click();
    const notification = portal.page.getByRole("listitem", { name: "Błąd API" });
    await expect(notification).toHaveCount(1);
    await expect(notification).not.toContainText("Network Error");
    portal.faults.disconnect(false);
  });
});
