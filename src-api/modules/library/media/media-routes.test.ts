import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { secrets } from "#api/infra/secrets/schema.ts";
import { loadSigningKey, sign } from "#api/infra/signed-addresses.ts";
import { sessions } from "#api/modules/accounts/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { videoBytes } from "#api/testing/sample-content.ts";
import { mediaLifeMs } from "./signed-media.ts";

const portal = await forFile(createContentPortal());

/** The signed addresses that a person gets. */
async function addresses(as: Person = "member") {
  const { media } = (await portal.get("/content/videos/front-cross", as)).json();
  return { video: String(media.source.src), captions: String(media.captions[0].src) };
}

const fetchFile = (
  url: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" = "GET",
) => portal.app.inject({ method, url, headers });

/** The address with one of its query's values replaced. */
function withQuery(address: string, name: string, value: string | null) {
  const url = new URL(address, "http://portal.test");
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search;
}

const forbidden = { status: 403, code: "forbidden", cache: "no-store" };
async function refusalOf(address: string) {
  const { statusCode, headers, json } = await fetchFile(address);
  return { status: statusCode, code: json().code, cache: headers["cache-control"] };
}

describe("a signed address", () => {
  test("serves video and captions without a token, not cacheable", async () => {
    const { video, captions } = await addresses();
    const answer = await fetchFile(video);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(videoBytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "video/webm",
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
    const track = await fetchFile(captions, { "accept-encoding": "br, gzip" });
    expect(track.headers["content-type"]).toBe("text/vtt; charset=utf-8");
    expect(track.body).toContain("Turn early.");
  });

  test("serves captions of the content folder as WebVTT where they are SRT", async () => {
    const { captions } = await addresses();
    const file = join(
      contentFolderOf(portal.portal.config),
      "videos/front-cross/front-cross.en.vtt",
    );
    const former = await readFile(file);
    const srt = file.replace(/vtt$/, "srt");
    const written = "1\n00:00:00,000 --> 00:00:02,000\nTurn early.\n";
    await writeFile(file, written);
    const track = await fetchFile(captions);
    await rm(file);
    await writeFile(srt, written);
    expect((await fetchFile(captions)).body).toBe(track.body);
    await rm(srt);
    expect((await fetchFile(captions)).statusCode).toBe(404);
    await writeFile(file, former);
    expect(track.headers["content-type"]).toBe("text/vtt; charset=utf-8");
    expect(track.body).toBe("WEBVTT\n\n1\n00:00:00.000 --> 00:00:02.000\nTurn early.\n");
  });

  test("is refused if any part of it was changed", async () => {
    const { video, captions } = await addresses();
    const foreign = new URL((await addresses("admin")).video, "http://portal.test").searchParams;
    const changed = [
      withQuery(video, "signature", "x".repeat(43)),
      withQuery(video, "signature", ""),
      withQuery(video, "signature", foreign.get("signature")),
      withQuery(video, "session", foreign.get("session")),
      withQuery(video, "session", "not-an-id"),
      withQuery(video, "expires", String(Number.MAX_SAFE_INTEGER)),
      withQuery(video, "expires", "tomorrow"),
      ...["session", "expires", "signature"].map((name) => withQuery(video, name, null)),
      `${video}&session=${foreign.get("session")}`,
      video.replace("front-cross.webm", "front-cross.en.vtt"),
      captions.replace("/videos/", "/articles/"),
      video.split("?")[0] ?? "",
    ];
    for (const address of changed) {
      expect({ address, ...(await refusalOf(address)) }).toEqual({ address, ...forbidden });
    }
  });

  test("works through a long pause and expires after two hours", async () => {
    const { video } = await addresses();
    portal.advance(mediaLifeMs - 1);
    expect((await fetchFile(video)).statusCode).toBe(200);
    portal.advance(1);
    expect(await refusalOf(video)).toEqual(forbidden);
  });

  test("stops working when its session ends", async () => {
    const { video } = await addresses();
    const id = new URL(video, "http://portal.test").searchParams.get("session") ?? "";
    const { database } = portal.portal;
    const [session] = await database.select().from(sessions).where(eq(sessions.id, id));
    await database.delete(sessions).where(eq(sessions.id, id));
    expect(await refusalOf(video)).toEqual(forbidden);
    if (session) await database.insert(sessions).values(session);
    expect((await fetchFile(video)).statusCode).toBe(200);
  });

  test.each(["user", "judge", "reviewer", "lapsed member"] as const)(
    "of a %s is refused: the membership is checked again",
    async (person) => {
      const { authorization = "" } = portal.headersOf[person];
      const me = await portal.app.inject({ url: "/api/me/sessions", headers: { authorization } });
      const session = String(me.json().items[0].id);
      const path = "/api/media/videos/front-cross/front-cross.webm";
      const expires = portal.portal.now().getTime() + hourMs;
      const key = await loadSigningKey(portal.portal.database);
      const signature = sign(key, { path, session, expires });
      const query = new URLSearchParams({ session, expires: `${expires}`, signature }).toString();
      expect(await refusalOf(`${path}?${query}`)).toEqual(forbidden);
    },
  );

  test("serves only files that a published entry names", async () => {
    const { video } = await addresses();
    const session = new URL(video, "http://portal.test").searchParams.get("session") ?? "";
    const expires = portal.portal.now().getTime() + hourMs;
    const key = await loadSigningKey(portal.portal.database);
    const paths = ["front-cross/notes.txt", "front-cross/entry.json", "front-cross/en.md"].concat(
      [
        "front-cross/front-cross.pl.vtt",
        "of-tomorrow/of-tomorrow.webm",
        "front-cross/front-cross.webp",
      ],
      [
        "front-cross/..%2f..%2ftags.json",
        "..%2farticles/entry.json",
        "front-cross/..",
        "front-cross/%00",
      ],
    );
    for (const rest of paths) {
      const path = `/api/media/videos/${decodeURIComponent(rest)}`;
      const signature = sign(key, { path, session, expires });
      const query = new URLSearchParams({ session, expires: `${expires}`, signature }).toString();
      const answer = await fetchFile(`/api/media/videos/${rest}?${query}`);
      expect([400, 403, 404]).toContain(answer.statusCode);
      expect(answer.headers["content-type"]).toMatch(/application\/json/);
    }
  });
});

describe("ranges", () => {
  test.each([
    ["bytes=0-99", 0, 100],
    ["bytes=4000-", 4000, 5000],
    ["bytes=-10", 4990, 5000],
    ["bytes=4990-9999", 4990, 5000],
  ])("%s are 206 with exactly these bytes", async (range, from, to) => {
    const answer = await fetchFile((await addresses()).video, { range, "accept-encoding": "br" });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers["content-range"]).toBe(`bytes ${from}-${to - 1}/5000`);
    expect(answer.headers["content-length"]).toBe(String(to - from));
    expect(answer.rawPayload.equals(videoBytes.subarray(from, to))).toBe(true);
  });

  test("beyond the end are 416 with the length of the file", async () => {
    const answer = await fetchFile((await addresses()).video, { range: "bytes=5000-" });
    expect([answer.statusCode, answer.headers["content-range"]]).toEqual([416, "bytes */5000"]);
    expect(answer.json().code).toBe("validation");
  });

  test("of a file that changed meanwhile return the whole file (If-Range)", async () => {
    const { video } = await addresses();
    const range = "bytes=0-9";
    const { etag } = (await fetchFile(video)).headers;
    const same = await fetchFile(video, { range, "if-range": String(etag) });
    const other = await fetchFile(video, { range, "if-range": '"another"' });
    expect([same.statusCode, other.statusCode]).toEqual([206, 200]);
    expect(other.rawPayload).toHaveLength(5000);
  });

  test("HEAD returns the length without a body", async () => {
    const answer = await fetchFile((await addresses()).video, {}, "HEAD");
    expect([answer.statusCode, answer.headers["content-length"]]).toEqual([200, "5000"]);
    expect(answer.rawPayload).toHaveLength(0);
  });
});

describe("stills", () => {
  test("are for anybody", async () => {
    const answer = await portal.get("/media/posters/front-cross.webp");
    expect([answer.statusCode, answer.body]).toEqual([200, "a still"]);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=3600",
    });
  });

  test.each(
    ["of-tomorrow.webp", "weave-entries.webp", "..%2ffront-cross.webp", "%00.webp"].concat([
      "front-cross.webm",
      "..%2f..%2ftags.json",
      "constructor.webp",
    ]),
  )("%s does not exist", async (file) => {
    const answer = await portal.get(`/media/posters/${file}`);
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.headers["content-type"]).toMatch(/application\/json/);
  });
});

test("two processes that make the key at once both sign with the same one", async () => {
  const { database } = portal.portal;
  await database.delete(secrets);
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadSigningKey(database)));
  expect(new Set(keys).size).toBe(1);
  expect((await database.select().from(secrets))[0]?.value).toBe(keys[0]);
});
