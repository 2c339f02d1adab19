import { createCanvas } from "@napi-rs/canvas";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { getStudioEntry, type StudioEntry } from "#shared/api/studio.ts";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { listUploads, maxVideoBytes } from "#shared/api/studio-videos.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { uploadLifeMs, removeExpiredUploads } from "#api/infra/media-storage/upload-store.ts";
import { createContentPortal, type ContentPortal } from "#api/testing/content-portal.ts";
import { people, type Person } from "#api/testing/people.ts";
import { startS3Server, type S3Server } from "#api/testing/s3-server.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { mp4, partHeaders, uploadHeaders, webm } from "./testing/sample-videos.ts";

const partSize = 5 * 1024 * 1024;
const playable = mp4("avc1 soun mp4a", partSize + 1_000_000);

describe.each(["a folder", "an S3 service"])("videos in %s", (place) => {
  let portal: ContentPortal;
  let folder: TemporaryFolder;
  let s3: S3Server | null = null;
  beforeAll(async () => {
    folder = await temporaryFolder();
    s3 = place === "a folder" ? null : await startS3Server();
    const mediaS3 = s3?.settings ?? null;
    portal = await createContentPortal(undefined, {}, { dataDir: folder.path, mediaS3 });
  });
  afterAll(async () => {
    await portal.close();
    await s3?.close();
    await folder.remove();
  });

  type Sent = { headers?: Record<string, string>; payload?: object | Buffer; as?: Person };
  const send = (
    method: "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    { headers, payload, as = "admin" }: Sent = {},
  ) =>
    portal.app.inject({
      method,
      url: path.startsWith("/api/") ? path : `/api/studio${path}`,
      headers: { ...portal.headersOf[as], ...headers },
      ...(payload && { payload }),
    });

  /** Starts a video. Returns its address. */
  async function start(title: string): Promise<string> {
    const created = await send("POST", "/entries", { payload: { kind: "videos", title } });
    return created.json().slug;
  }
  const read = async (slug: string): Promise<StudioEntry> =>
    getStudioEntry.answer.parse((await send("GET", `/entries/videos/${slug}`)).json());

  const begun = new Set<string>();
  const begin = async (length: number, declared: Record<string, string>) => {
    const answer = await send("POST", "/uploads", { headers: uploadHeaders(length, declared) });
    if (answer.headers.location) begun.add(answer.headers.location);
    return answer;
  };
  const giveUp = (location: string) =>
    send("DELETE", location, { headers: { "tus-resumable": "1.0.0" } });
  afterEach(async () => {
    for (const location of begun) await giveUp(location);
    begun.clear();
  });

  /** Uploads a file as a whole, in parts. Returns the id of its upload. */
  async function upload(slug: string, bytes: Buffer, declared = {}): Promise<string> {
    const { headers: begunHeaders } = await begin(bytes.length, { slug, ...declared });
    const location = String(begunHeaders.location);
    for (let at = 0; at < bytes.length; at += partSize) {
      const payload = bytes.subarray(at, at + partSize);
      const part = await send("PATCH", location, { headers: partHeaders(at), payload });
      expect(part.statusCode).toBe(204);
    }
    return location.slice(-32);
  }
  const store = (slug: string, id: string) =>
    send("POST", `/videos/${slug}/files`, { payload: { upload: id } });

  /** Names below the uploads of the storage. */
  async function leftovers(): Promise<string[]> {
    const names: string[] = [];
    const storage = openMediaStorage(portal.portal.config);
    for await (const { name } of storage.list(new Date())) names.push(name);
    return names.filter((name) => name.startsWith("uploads/"));
  }

  test("are uploaded in parts, found again after a break, and kept under the hash of their bytes", async () => {
    const slug = await start("Front cross slowly");
    const started = await begin(playable.length, { slug });
    expect(started.statusCode).toBe(201);
    const location = String(started.headers.location);
    expect(location).toMatch(/^\/api\/studio\/uploads\/[0-9a-f]{32}$/);
    expect(Object.keys(started.headers)).not.toContain("access-control-allow-origin");
    expect(started.headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    const payload = playable.subarray(0, partSize);
    await send("PATCH", location, { headers: partHeaders(0), payload });
    const id = location.slice(-32);
    expect((await store(slug, id)).statusCode).toBe(409);
    const found = await send("HEAD", location, { headers: { "tus-resumable": "1.0.0" } });
    expect(found.headers).toMatchObject({
      "upload-offset": `${partSize}`,
      "upload-length": `${playable.length}`,
    });
    const wrong = await send("PATCH", location, { headers: partHeaders(3), payload });
    expect(wrong.json()).toMatchObject({ code: "conflict" });
    const rest = { headers: partHeaders(partSize), payload: playable.subarray(partSize) };
    expect((await send("PATCH", location, rest)).headers["upload-offset"]).toBe(
      `${playable.length}`,
    );
    const { name } = (await store(slug, id)).json();
    expect(name).toBe(`${slug}-${id.slice(0, 8)}.mp4`);
    // The answer may have been lost.
    expect((await store(slug, id)).json()).toEqual({ name });
    expect(await leftovers()).toEqual([]);
    const { pictures, revision, problems } = await read(slug);
    const file = await portal.app.inject(pictures[name] ?? "");
    expect(file.headers["content-type"]).toBe("video/mp4");
    expect(file.rawPayload.equals(playable)).toBe(true);
    expect(revision).toBe(1);
    expect(problems.map(({ place: at }) => at)).toContain("source");
  });

  test.each([
    ["not a video", Buffer.from("x".repeat(100)), "neither"],
    ["one that was cut", mp4("avc1").subarray(0, 150), "incomplete"],
    ["one that browsers do not play", mp4("hvc1 soun mp4a"), "H.264"],
    ["one with sound that they do not play", mp4("avc1 soun ac-3"), "H.264"],
    ["another file of the container of WebM", Buffer.concat([webm.subarray(0, 8)]), "neither"],
  ])("%s is refused by its content, and not kept", async (_, bytes, words) => {
    const slug = await start("Refused");
    const answer = await store(slug, await upload(slug, bytes));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.video).toContain(words);
    expect(await leftovers()).toEqual([]);
  });

  test("what is told by its content gets the end of its name", async () => {
    const slug = await start("In WebM");
    const answer = await store(slug, await upload(slug, webm));
    expect(answer.json().name).toMatch(/\.webm$/);
  });

  test("an upload that is not completed within seven days is removed", async () => {
    const slug = await start("Given up");
    await begin(1000, { slug });
    const { config } = portal.portal;
    await removeExpiredUploads(config, new Date(Date.now() + uploadLifeMs - 60_000));
    expect((await leftovers()).length).toBeGreaterThan(0);
    await removeExpiredUploads(config, new Date(Date.now() + uploadLifeMs + 60_000));
    expect(await leftovers()).toEqual([]);
    portal.advance(dayMs + 1); // for its slot
  });

  test("a fourth unfinished upload of a user is refused in words, and may begin once another one is over", async () => {
    const slug = await start("Four at a time");
    const answers = await Promise.all([1, 2, 3, 4].map(() => begin(webm.length, { slug })));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [429, "too-many-uploads"],
    ]);
    expect(refused[0]?.json().message).toContain("three unfinished uploads");
    expect((await leftovers()).filter((name) => !name.includes("."))).toHaveLength(
      place === "a folder" ? 3 : 0,
    );
    const [first = "", second = ""] = begun;
    expect((await giveUp(first)).statusCode).toBe(204);
    // Once: its slot is another one's by then.
    expect((await begin(webm.length, { slug })).statusCode).toBe(201);
    expect((await giveUp(first)).statusCode).toBe(404);
    expect((await begin(webm.length, { slug })).statusCode).toBe(429);
    await send("PATCH", second, { headers: partHeaders(0), payload: webm });
    expect((await begin(webm.length, { slug })).statusCode).toBe(201);
    expect((await begin(webm.length, { slug })).statusCode).toBe(429);
  });

  test("unfinished uploads are listed to whoever began them, with their entry, and one that is removed makes room", async () => {
    const slug = await start("Seen again");
    await begin(webm.length, { slug, filename: "first.webm" });
    const [location = ""] = begun;
    await begin(partSize + 1, { slug, filename: "second.webm" });
    const second = [...begun].at(-1) ?? "";
    const payload = Buffer.alloc(partSize);
    await send("PATCH", second, { headers: partHeaders(0), payload });
    const list = async () =>
      listUploads.answer.parse((await send("GET", "/unfinished-uploads")).json()).items;
    const common = { slug, title: "Seen again" };
    expect(await list()).toMatchObject([
      { ...common, id: location.slice(-32), name: "first.webm", size: webm.length, sent: 0 },
      { ...common, id: second.slice(-32), name: "second.webm", size: partSize + 1, sent: partSize },
    ]);
    const [{ since } = { since: "" }] = await list();
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(10 * minuteMs);
    await giveUp(location);
    expect((await list()).map(({ name }) => name)).toEqual(["second.webm"]);
    await send("PATCH", second, { headers: partHeaders(partSize), payload: Buffer.alloc(1) });
    expect(await list()).toEqual([]);
  });

  test("an upload that was left for a day makes room for another, and goes on once there is room for it", async () => {
    const slug = await start("Left alone");
    const [left = ""] = await Promise.all(
      [1, 2, 3].map(async () => String((await begin(webm.length, { slug })).headers.location)),
    );
    portal.advance(dayMs + 1);
    const others = await Promise.all([1, 2, 3].map(() => begin(webm.length, { slug })));
    expect(others.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const goOn = () => send("PATCH", left, { headers: partHeaders(0), payload: webm });
    expect((await goOn()).json()).toMatchObject({ code: "too-many-uploads" });
    await giveUp(String(others[0]?.headers.location));
    expect((await goOn()).statusCode).toBe(204);
  });
  if (place !== "a folder") return;

  test.each([
    ["another type", { filetype: "video/quicktime" }, 400],
    ["another name", { filename: "clip.mov" }, 400],
    ["no such entry", { slug: "none" }, 404],
    ["an entry of the content folder", { slug: "front-cross" }, 409],
  ])("%s is refused before anything is sent", async (_, declared, status) => {
    const slug = await start("Refused before");
    expect((await begin(100, { slug, ...declared })).statusCode).toBe(status);
    expect(await leftovers()).toEqual([]);
  });

  test("more than 4 GB are refused before anything is sent", async () => {
    const slug = await start("Too large");
    expect((await begin(maxVideoBytes, { slug })).statusCode).toBe(201);
    expect((await begin(maxVideoBytes + 1, { slug })).json()).toMatchObject({
      code: "payload-too-large",
    });
  });

  test("an upload belongs to its entry", async () => {
    const [own, other] = [await start("Own"), await start("Other")];
    const id = await upload(own, webm);
    expect((await store(other, id)).statusCode).toBe(404);
    expect((await store(own, "0".repeat(32))).statusCode).toBe(404);
    expect((await store(own, id)).statusCode).toBe(200);
  });

  test.each(people.filter((person) => person !== "admin"))(
    "a %s can neither upload nor ask for an upload",
    async (person) => {
      const slug = await start("Not theirs");
      const location = String((await begin(100, { slug })).headers.location);
      const refused = ["visitor", "dead session"].includes(person) ? 401 : 403;
      const answers = [
        send("POST", "/uploads", { headers: uploadHeaders(100, { slug }), as: person }),
        send("HEAD", location, { headers: { "tus-resumable": "1.0.0" }, as: person }),
        send("PATCH", location, { headers: partHeaders(0), payload: webm, as: person }),
        send("DELETE", location, { headers: { "tus-resumable": "1.0.0" }, as: person }),
        send("POST", `/videos/${slug}/files`, {
          payload: { upload: location.slice(-32) },
          as: person,
        }),
        send("POST", `/videos/${slug}/posters`, { payload: webm, as: person }),
        send("PUT", `/videos/${slug}/captions/en`, { payload: webm, as: person }),
      ];
      const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
      expect(statuses).toEqual(statuses.map(() => refused));
    },
  );

  test("a video with its still and captions is published as members see it", async () => {
    const slug = await start("Whole");
    const { name: source } = (await store(slug, await upload(slug, webm))).json();
    const picture = await createCanvas(320, 180).encode("png");
    const { name: poster } = (
      await send("POST", `/videos/${slug}/posters`, { payload: picture })
    ).json();
    const captions = (text: string) =>
      send("PUT", `/videos/${slug}/captions/en`, {
        payload: Buffer.from(`\ufeffWEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`),
        headers: { "content-type": "text/vtt" },
      });
    expect((await captions("The first.")).statusCode).toBe(204);
    const { draft, revision } = await read(slug);
    const metadata = { ...draft.metadata, tags: ["agility"], source, poster, durationSeconds: 12 };
    const front = { title: "Whole", summary: "All of it." };
    const saved = await send("PUT", `/entries/videos/${slug}`, {
      payload: {
        revision,
        draft: {
          metadata: { ...metadata, captions: ["en"] },
          texts: { en: { front, body: "About it." } },
        },
      },
    });
    expect(saved.json().problems).toEqual([]);
    const publish = async () =>
      send("POST", `/entries/videos/${slug}/publish`, {
        payload: { revision: (await read(slug)).revision, at: "now" },
      });
    expect((await publish()).statusCode).toBe(200);
    const captionsNow = async () => {
      const { media } = (await portal.get(`/content/videos/${slug}`, "member")).json();
      return (await portal.app.inject(media.captions[0].src)).body;
    };
    expect(await captionsNow()).toMatch(/^WEBVTT\n[^]*The first\./);
    expect((await portal.get(`/media/posters/${slug}.webp`)).statusCode).toBe(200);
    // Others are a change, which readers see with the next publication, and not once it was dropped.
    await captions("The second.");
    expect(await read(slug)).toMatchObject({ isChanged: true });
    expect(await captionsNow()).toContain("The first.");
    const changed = await read(slug);
    const dropped = await send("POST", `/entries/videos/${slug}/discard`, {
      payload: { revision: changed.revision },
    });
    expect(dropped.statusCode).toBe(200);
    await publish();
    expect(await captionsNow()).toContain("The first.");
    await captions("The third.");
    await publish();
    expect(await captionsNow()).toContain("The third.");
  });

  test("what is no WebVTT, and more than 1 MB, is refused", async () => {
    const slug = await start("Wrong captions");
    const put = (payload: Buffer) => send("PUT", `/videos/${slug}/captions/en`, { payload });
    expect((await put(Buffer.from("1\n00:00 --> 00:01\nSRT"))).json().fields.captions).toContain(
      "Line 2:",
    );
    expect((await put(Buffer.from([...Buffer.from("WEBVTT\n"), 0xff]))).statusCode).toBe(400);
    const large = Buffer.from(`WEBVTT\n${"x".repeat(1024 * 1024)}`);
    expect((await put(large)).statusCode).toBe(413);
  });
});
