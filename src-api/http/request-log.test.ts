import Fastify from "fastify";
import { expect, test } from "vitest";
import { newToken } from "../infra/tokens.ts";
import { describeRequest } from "./request-log.ts";

/** What the log says of a request, whether or not it has a route. */
async function logged(url: string): Promise<string> {
  const lines: string[] = [];
  const app = Fastify({
    logger: {
      stream: { write: (line) => void lines.push(line) },
      serializers: { req: describeRequest },
    },
  });
  app.get("/api/reset-password/:token", () => "");
  app.setNotFoundHandler(() => "");
  await app.inject(url);
  await app.close();
  expect(lines.join("")).toContain("incoming request");
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
  `/api/a-route-of-tomorrow/${secret}`,
  `/about?token=${secret}`,
])("The log keeps no secret of %s", async (url) => {
  expect(await logged(url)).not.toContain(secret);
});

test.each(["/api/reset-password/short", "/api/register/short/resend"])(
  "What follows %s is a secret, however it looks",
  async (url) => {
    expect(await logged(url)).not.toContain("short");
  },
);

test("Other addresses stand in the log as they are", async () => {
  const slug = "/articles/weave-poles-for-young-dogs-in-twelve-weeks";
  expect(await logged(slug)).toContain(slug);
});
