import { describe, expect, test, vi } from "vitest";
import { eq, getTableColumns } from "#api/infra/database/drizzle.ts";
import {
  call,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { modules } from "#api/modules.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { sessions } from "./schema.ts";

const portal = await forFile(createTestPortal());

/** Makes both addresses in a session; returns what tells whether each of them still works. */
async function makeAddresses(token: string) {
  const body = { timeZone: "Europe/Warsaw" };
  const feed = await call(portal, "POST", "/me/feed", { token });
  const calendar = await call(portal, "POST", "/training-calendar", { token, body });
  const paths = [feed.body.atom, feed.body.json, calendar.body.url].map(
    (url) => new URL(url).pathname,
  );
  return async () =>
    Promise.all(paths.map(async (url) => (await portal.app.inject({ url })).statusCode));
}

async function member(email: string) {
  const user = await signedInUser(portal, email);
  await grantMembership(portal.portal, portal.portal.database, user.id, null);
  return user;
}

describe("secret addresses that a thief made", () => {
  test.each([
    ["feed", "/me/feed", "A feed of your own was created"],
    ["calendar", "/training-calendar", "An address for your training calendar was created"],
  ])(
    "are mailed about with “This was not me”, which ends them: %s",
    async (kind, path, subject) => {
      const email = `${kind}@example.com`;
      await member(email);
      const thief = (await logIn(portal, email)).body.token;
      const read = await makeAddresses(thief);
      const again = { token: thief, body: { timeZone: "Europe/Warsaw" } };
      expect(await read()).toEqual([200, 200, 200]);
      const mail = portal.mails.findLast((sent) => sent.to === email && sent.subject === subject)!;
      expect(mail.action?.label).toBe("This was not me");
      expect((await call(portal, "POST", `/secure-account/${linkToken(mail)}`)).status).toBe(200);
      expect(await read()).toEqual([404, 404, 404]);
      expect((await call(portal, "POST", path, again)).status).toBe(401);
    },
  );

  test.each(["/me/feed", "/training-calendar"])(
    "are not made by a session that ends meanwhile: %s",
    async (path) => {
      const email = `meanwhile${path.replaceAll("/", "-")}@example.com`;
      const { id, token } = await member(email);
      const { database } = portal.portal;
      const begin = database.transaction.bind(database);
      const spy = vi.spyOn(database, "transaction").mockImplementationOnce(async (work, config) => {
        await database.delete(sessions).where(eq(sessions.userId, id));
        return begin(work, config);
      });
      const answer = await call(portal, "POST", path, {
        token,
        body: { timeZone: "Europe/Warsaw" },
      });
      spy.mockRestore();
      expect(answer.status).toBe(401);
      expect(portal.mails.filter((mail) => mail.to === email)).toEqual([]);
    },
  );

  test("end when a change of address is undone", async () => {
    const email = "moved@example.com";
    const { token } = await member(email);
    const read = await makeAddresses(token);
    const body = { email: "thief@example.com", password: goodPassword };
    await call(portal, "PUT", "/me/email", { token, body });
    expect(await read()).toEqual([200, 200, 200]);
    const link = linkToken(lastMail(portal, email));
    expect((await call(portal, "POST", `/undo-email-change/${link}`)).status).toBe(200);
    expect(await read()).toEqual([404, 404, 404]);
  });

  test("are all that a table outside of the accounts keeps the token of", () => {
    const owned = modules
      .filter(({ name }) => name !== "accounts")
      .flatMap(({ ownedData }) => ownedData?.columns ?? []);
    const withToken = owned.filter(({ column }) => "tokenHash" in getTableColumns(column.table));
    expect(withToken.length).toBeGreaterThan(1);
    expect(withToken.filter(({ isSecretAddress }) => !isSecretAddress)).toEqual([]);
  });
});
