import type { IncomingMessage } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { apiHost, stopApiHost } from "../testing/api-host.ts";
import { net } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { requestAnnouncements } = await import("./announcement-request.ts");

afterEach(stopApiHost);

const json = (status: number, body: string) =>
  apiHost((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
const request = (origin: string, signal = new AbortController().signal) =>
  requestAnnouncements(origin, "pl", signal);

const news = { id: "a", title: "A", body: "", publishedAt: "2026-11-02T10:00:00Z" };

it("requests without a session in the user's language", async () => {
  let received: IncomingMessage | undefined;
  const origin = await apiHost((incoming, response) => {
    received = incoming;
    response.end(JSON.stringify({ items: [news], more: 1 }));
  });
  expect(await request(origin)).toEqual([news]);
  expect([received?.method, received?.url]).toEqual(["GET", "/api/announcements"]);
  expect(received?.headers).toMatchObject({ "accept-language": "pl", "x-client-version": "0.0.0" });
  expect(received?.headers.authorization).toBeUndefined();
  expect(net.fetch.mock.lastCall?.[1]).toMatchObject({ credentials: "omit", redirect: "error" });
});

it.each([
  [200, "<html>", /JSON/],
  [200, "{}", /items/],
  [200, '{"items":[{"id":"a","title":"A","body":"","publishedAt":"tomorrow"}]}', /publishedAt/],
  [404, '{"items":[]}', /answered 404/],
  [503, "", /answered 503/],
])("rejects %i %s; it breaks if it counts as no announcements", async (status, body, why) => {
  await expect(request(await json(status, body))).rejects.toThrow(why);
});

it("can be aborted, also during the response", async () => {
  const abort = new AbortController();
  const origin = await apiHost((_request, response) => {
    response.write('{"items":[');
    setTimeout(() => abort.abort());
  });
  await expect(request(origin, abort.signal)).rejects.toThrow(/abort/i);
});
