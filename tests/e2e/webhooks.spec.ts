import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, test } from "../fixtures/portal.ts";

type Received = { headers: IncomingHttpHeaders; body: string };

/** Starts a program of the owner that takes webhooks. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/hook`, close };
}

test("an admin adds a receiver, tests it, sees what it got, and deletes it; a key reads the members until it is deleted @exhaustive", async ({
  portal,
  page,
}) => {
  portal.expectFailures(422);
  const receiver = await startReceiver();
  const admin = await portal.createUser({ kind: "admin" });
  await portal.signIn(admin);
  await portal.open("/dashboard?section=settings");
  const part = page.getByRole("region", { name: "Webhooks and read key" });
  const dialog = page.getByRole("dialog");
  const confirm = async (password: string, action: string) => {
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: action, exact: true }).press("Enter");
  };

  await part.getByRole("button", { name: "Add a receiver" }).press("Enter");
  await part.getByLabel("Web address").fill(receiver.url);
  await part.getByLabel("A message arrived from the contact form").check();
  await part.getByRole("button", { name: "Continue" }).press("Enter");
  await confirm("not the password", "Add");
  await expect(dialog.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await confirm(admin.password, "Add");
  const secret = await part.getByLabel(`Secret of ${receiver.host}`).inputValue();

  const item = part.getByRole("listitem", { name: receiver.host });
  await item.getByRole("button", { name: "Send a test" }).press("Enter");
  await expect(item.getByText(`${receiver.host} took the test message.`)).toBeVisible();
  const [first] = receiver.received;
  expect(
    new Webhook(secret).verify(first?.body ?? "", first?.headers as Record<string, string>),
  ).toMatchObject({ type: "webhook.test" });

  const sent = await page.request.post(portal.address("/api/contact"), {
    data: { name: "Kim", email: "kim@example.com", subject: "Hi", message: "Where?" },
  });
  expect(sent.ok()).toBe(true);
  await portal.forward("1 day");
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.body).toContain('"type":"message.received"');
  await portal.reload();
  await item.getByText("Latest messages").click();
  await expect(item.getByText(/contact form · delivered/)).toBeVisible();
  await item.getByRole("button", { name: "Delete" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(part.getByText(`${receiver.host} was deleted.`)).toBeVisible();
  receiver.close();

  const row = part.getByRole("group", { name: "Key for reading the members" });
  await row.getByRole("button", { name: "Make a key" }).press("Enter");
  await confirm(admin.password, "Make a key");
  const key = await part.getByLabel("Key", { exact: true }).inputValue();
  const read = () =>
    fetch(portal.address("/api/members.json"), { headers: { authorization: `Bearer ${key}` } });
  const members: { address: string }[] = await (await read()).json();
  expect(members.map(({ address }) => address)).toContain(admin.email);
  await row.getByRole("button", { name: "Delete" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(part.getByText("The key was deleted.")).toBeVisible();
  expect((await read()).status).toBe(403);
});
