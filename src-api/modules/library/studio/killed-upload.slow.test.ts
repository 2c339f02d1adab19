import { stat } from "node:fs/promises";
import { request } from "node:http";
import { expect, inject, test } from "vitest";
import { createDraft, getStudioEntry } from "#shared/api/studio.ts";
import { storeVideo } from "#shared/api/studio-videos.ts";
import { connect } from "#api/infra/database/connect.ts";
import { startApiProcess } from "#api/testing/api-process.ts";
import { prepareDataFolder } from "#api/testing/migrated-folder.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { mp4, partHeaders, uploadHeaders } from "./testing/sample-videos.ts";

const megabyte = 1024 * 1024;
const video = mp4("avc1 soun mp4a", 8 * megabyte);

/** Makes an admin in a data folder. Returns the token of a session. */
async function signIn(dataDir: string): Promise<string> {
  const { database, close } = await connect({ dataDir, databaseUrl: null });
  const accounts = { database, now: () => new Date() };
  const user = { email: "ada@example.com", name: "Ada", password: "a long enough password" };
  const id = await createUser(accounts, { ...user, roles: ["ROLE_ADMIN"] });
  const token = await createSession(accounts, id, "");
  await close();
  return token;
}

// The embedded database only: the account is made in it before the process starts.
test.skipIf(inject("databaseUrl") !== null)(
  "an upload goes on where it stopped after the API was killed in the middle of a part",
  async () => {
    await using folder = Object.assign(await temporaryFolder(), {
      [Symbol.asyncDispose]: () => folder.remove(),
    });
    const dataDir = `${folder.path}/data`;
    await prepareDataFolder(dataDir);
    const authorization = `Bearer ${await signIn(dataDir)}`;
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      SEED_DEMO: "0",
      ADMIN_SECOND_FACTOR: "optional",
    };
    const send = (
      url: string,
      method: string,
      headers = {},
      body: string | Uint8Array<ArrayBuffer> | null = null,
    ) => fetch(url, { method, headers: { authorization, ...headers }, body });
    const sendJson = async (url: string, body: object) => {
      const headers = { "content-type": "application/json" };
      return (await send(url, "POST", headers, JSON.stringify(body))).json();
    };

    const doomed = await startApiProcess(environment);
    const entry = { kind: "videos", title: "Long walk" };
    const { slug } = createDraft.answer.parse(
      await sendJson(`${doomed.origin}/api/studio/entries`, entry),
    );
    const begun = await send(
      `${doomed.origin}/api/studio/uploads`,
      "POST",
      uploadHeaders(video.length, { slug }),
    );
    const location = String(begun.headers.get("location"));
    const part = request(doomed.origin + location, {
      method: "PATCH",
      headers: { authorization, ...partHeaders(0), "content-length": video.length },
    });
    part.on("error", () => {});
    part.write(video.subarray(0, 3 * megabyte));
    const offsetAt = async (origin: string) => {
      const found = await send(origin + location, "HEAD", { "tus-resumable": "1.0.0" });
      return Number(found.headers.get("upload-offset"));
    };
    const onDisk = `${dataDir}/media/uploads/${location.slice(-32)}`;
    await expect.poll(async () => (await stat(onDisk)).size).toBeGreaterThan(megabyte);
    await doomed.kill("SIGKILL");

    const heir = await startApiProcess(environment);
    const stopped = await offsetAt(heir.origin);
    expect(stopped).toBeGreaterThan(megabyte);
    expect(stopped).toBeLessThan(video.length);
    for (let at = stopped; at < video.length; at += megabyte) {
      const body = new Uint8Array(video.subarray(at, at + megabyte));
      const answer = await send(heir.origin + location, "PATCH", partHeaders(at), body);
      expect(answer.status).toBe(204);
    }
    const upload = location.slice(-32);
    const { name } = storeVideo.answer.parse(
      await sendJson(`${heir.origin}/api/studio/videos/${slug}/files`, { upload }),
    );
    const read = await send(`${heir.origin}/api/studio/entries/videos/${slug}`, "GET");
    const { pictures } = getStudioEntry.answer.parse(await read.json());
    const file = await fetch(heir.origin + pictures[String(name)]);
    expect(Buffer.from(await file.arrayBuffer()).equals(video)).toBe(true);
    expect(await heir.kill("SIGTERM")).toBe(0);
  },
  120_000,
);
