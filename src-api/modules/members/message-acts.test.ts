import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { call, claimedUser, logIn } from "#api/testing/account-requests.ts";
import { act, actsOn, get, portal, secret, useAdminPortal } from "./testing/admin-portal.ts";

useAdminPortal();

let writer = { id: "", email: "" };
let id = "";
let other = "";

beforeEach(async () => {
  const email = `${randomUUID()}@example.com`;
  writer = { id: await claimedUser(portal, email), email };
  const body = { name: "Kim", email, subject: "A place", message: "Free?" };
  const at = Math.floor(Math.random() * 250);
  await call(portal, "POST", "/contact", { body, ip: `198.51.${at}.1` });
  id = (await get(`/members/${writer.id}`)).body.messages[0].id;
  const colleague = `${randomUUID()}@example.com`;
  await claimedUser(portal, colleague, { roles: ["ROLE_ADMIN"] });
  other = (await logIn(portal, colleague)).body.token;
});

const answer = (text: string, token?: string) =>
  act(`/contact/${id}/answer`, { body: { answer: text }, ...(token && { token }) });
const close = (token?: string) => act(`/contact/${id}/closing`, token ? { token } : {});
const reopen = (token?: string) => act(`/contact/${id}/reopening`, token ? { token } : {});
const message = async () => (await get(`/members/${writer.id}`)).body.messages[0];
const mailed = () => portal.mails.filter(({ to }) => to === writer.email).length;
const unanswered = async () =>
  (await get("/contact/messages?limit=100")).body.items.filter(
    (item: { answeredAt: string | null }) => item.answeredAt === null,
  ).length;

describe("a message", () => {
  test("that was answered is answered again by who lost the response, without a second mail", async () => {
    expect((await answer("Yes")).status).toBe(204);
    expect((await answer("Yes")).status).toBe(204);
    expect(mailed()).toBe(1);
    expect(await actsOn(writer)).toEqual(["message-answered"]);
    expect((await answer("No")).body.code).toBe("conflict");
    expect((await answer("Yes", other)).body.code).toBe("conflict");
    expect(await message()).toMatchObject({ answer: "Yes" });
  });

  test("that was closed is closed again by the same admin, and by no other one", async () => {
    const closings = await Promise.all([close(), close()]);
    expect(closings.map(({ status }) => status)).toEqual([204, 204]);
    expect(await actsOn(writer)).toEqual(["message-closed"]);
    expect((await close(other)).body.code).toBe("conflict");
    expect(await message()).toMatchObject({
      answer: null,
      answeredAt: portal.portal.now().toISOString(),
    });
    expect(mailed()).toBe(0);
    expect((await act(`/contact/${randomUUID()}/closing`)).status).toBe(404);
  });

  test("that was closed by mistake is reopened by any admin, and counts as unanswered again", async () => {
    const before = await unanswered();
    await close();
    expect(await unanswered()).toBe(before - 1);
    expect((await reopen(other)).status).toBe(204);
    expect((await reopen()).status).toBe(204);
    expect(await message()).toMatchObject({ answeredAt: null, answer: null });
    expect(await unanswered()).toBe(before);
    expect((await answer("Yes")).status).toBe(204);
    expect(await actsOn(writer)).toEqual(["message-closed", "message-answered"]);
    const { items } = (await get(`/audit?subject=${writer.id}`)).body;
    expect(items.map((entry: { act: string }) => entry.act)).toContain("message-reopened");
    expect((await reopen()).body.code).toBe("conflict");
    expect((await act(`/contact/${randomUUID()}/reopening`)).status).toBe(404);
  });

  test("that was closed can be answered: an answer under way is not lost", async () => {
    await close(other);
    expect((await answer("Yes, come")).status).toBe(204);
    expect(await message()).toMatchObject({ answer: "Yes, come" });
    expect(mailed()).toBe(1);
    expect((await close()).body.code).toBe("conflict");
  });

  test("is reopened by admins only, and who answered is not exported to the writer", async () => {
    await close();
    const { token } = (await logIn(portal, writer.email)).body;
    expect((await reopen(token)).status).toBe(403);
    const exported = await call(portal, "POST", "/me/export", { token, body: secret });
    expect(exported.body.contactMessages).toMatchObject([{ subject: "A place" }]);
    expect(exported.text).not.toContain("answeredBy");
  });
});
