import Fastify from "fastify";
import { expect, test } from "vitest";
import { newToken } from "../infra/tokens.ts";
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
  `/api/a-route-of-tomorrow/${secret}`,
  `/about?token=${secret}`,
])("The log keeps no secret of %s", async (url) => {
  expect(await logged(url)).not.toContain(secret);
});

test.each(["/api/reset-password/short", "/api/register/short/resend"])(
  "The segment after %s is removed even if it does not look like a token",
  async (url) => {
    expect(await logged(url)).not.toContain("short");
  },
);

test("Other addresses are logged unchanged", async () => {
  const slug = "/articles/weave-poles-for-young-dogs-in-twelve-weeks";
  expect(await logged(slug)).toContain(slug);
});
