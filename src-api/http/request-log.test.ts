import Fastify from "fastify";
import { expect, test } from "vitest";
import { newToken } from "#api/infra/tokens.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { describeRequest, RequestLog } from "./request-log.ts";

/** Returns what the log contains about a request, whether or not it has a route. */
async function logged(url: string): Promise<string> {
  const lines: string[] = [];
  const app = Fastify({
    logger: {
      stream: { write: (line) => void lines.push(line) },
      serializers: { req: describeRequest },
    },
    logController: new RequestLog(),
  });
  app.get("/api/reset-password/:token", () => "");
  app.setNotFoundHandler(() => "");
  await app.inject(url);
  await app.close();
  expect(lines.join("")).toContain("request completed");
  return lines.join("");
}

const secret = newToken();

test.each([
  `/api/reset-password/${secret}`,
  `/reset-password/${secret}/`,
  `/reset-password//${secret}`,
  `/api/Reset-Password/${secret}`,
  `/api/reset%2Dpassword/${secret}`,
  `/api%2Freset-password%2F${secret}`,
  `/undo-email-change/${secret}`,
  `/api/register/${secret}/code`,
  `/api/feeds/${secret}.json`,
  `/api/feeds/${secret}.xml?page=2`,
  `/api/weekly-mail/${secret}`,
  `/api/news/${secret}`,
  `/api/news/confirm/${secret}`,
  `/api/calendar/${secret}.ics`,
  `/api%252Freset-password%252F${secret}`,
  `/api/a-route-of-tomorrow/${secret}`,
  `/about?token=${secret}`,
])("The log keeps no secret of %s", async (url) => {
  expect(await logged(url)).not.toContain(secret);
});

test.each([
  "/api/reset-password/short",
  "/api/register/short/resend",
  "/api/calendar/short.ics",
  "/api/feeds/short.atom",
  "/api/news/confirm/short",
])("The segment after %s is removed even if it does not look like a token", async (url) => {
  expect(await logged(url)).not.toContain("short");
});

/** Returns the templates of all routes, from the tree that Fastify prints. */
function templatesOf(tree: string): string[] {
  const parts: string[] = [];
  return tree.split("\n").map((line) => {
    const [, indent = "", part = ""] = /^([│ ]*)[├└]── (\S*)/.exec(line) ?? [];
    parts.splice(indent.length / 4, Infinity, part);
    return parts.join("");
  });
}

test("The log keeps no token of any route that has one", async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const portal = await createTestPortal({ logLevel: "info" }, { logTo });
  const routes = templatesOf(portal.app.printRoutes()).filter((path) => path.includes(":token"));
  expect(routes).toEqual(
    expect.arrayContaining(["/api/calendar/:token.ics", "/api/feeds/:token.json"]),
  );
  for (const path of routes) await portal.app.inject(path.replace(":token", "short"));
  await portal.close();
  expect(lines.length).toBeGreaterThanOrEqual(routes.length);
  expect(lines.join("")).not.toContain("short");
});

test("Other addresses are logged unchanged", async () => {
  const slug = "/articles/weave-poles-for-young-dogs-in-twelve-weeks";
  expect(await logged(slug)).toContain(slug);
});
