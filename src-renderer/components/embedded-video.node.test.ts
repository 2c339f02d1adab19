import { expect, test } from "vitest";
import { playerHosts } from "#shared/embeds.ts";
import { videoAt } from "./embedded-video.ts";

const youTube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1";
const peerTube = "https://video.example.org/videos/embed/9zvLVgmNs4Wg3mVUqqHTqa?autoplay=1&p2p=0";
const uuid = "9c9de5e8-0a1e-484a-b099-e80766180a6d";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", youTube],
  ["http://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&list=PL1", youTube],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", youTube],
  ["https://youtube.com/shorts/dQw4w9WgXcQ", youTube],
  ["https://www.youtube.com/live/dQw4w9WgXcQ/", youTube],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", youTube],
  ["https://youtu.be/dQw4w9WgXcQ?t=1m30s", `${youTube}&start=90`],
  ["https://youtu.be/dQw4w9WgXcQ?t=75", `${youTube}&start=75`],
  ["https://vimeo.com/12345", "https://player.vimeo.com/video/12345?autoplay=1&dnt=1"],
  [
    "https://vimeo.com/12345/abc123#t=1h",
    "https://player.vimeo.com/video/12345?h=abc123&autoplay=1&dnt=1#t=3600s",
  ],
  [
    "https://player.vimeo.com/video/12345?h=abc123",
    "https://player.vimeo.com/video/12345?h=abc123&autoplay=1&dnt=1",
  ],
  [
    "https://vimeo.com/channels/dogs/12345",
    "https://player.vimeo.com/video/12345?autoplay=1&dnt=1",
  ],
  ["https://video.example.org/w/9zvLVgmNs4Wg3mVUqqHTqa?start=20s", `${peerTube}&start=20`],
  [
    `https://video.example.org/videos/watch/${uuid}`,
    `https://video.example.org/videos/embed/${uuid}?autoplay=1&p2p=0`,
  ],
])("%s is a video with a player at %s", (address, player) => {
  const video = videoAt(address);
  expect(video?.player).toBe(player);
  expect(video?.host).toBe(new URL(player).host);
});

test.each([
  "https://www.youtube.com/@club",
  "https://www.youtube.com/playlist?list=PL1",
  "https://www.youtube.com/watch?v=short",
  'https://www.youtube.com/watch?v=dQw4w9WgXc"',
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://evil.example/youtu.be/dQw4w9WgXcQ",
  "https://user@youtu.be/dQw4w9WgXcQ",
  "https://youtu.be:8443/dQw4w9WgXcQ",
  "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
  "https://vimeo.com/about",
  "https://video.example.org/w/a-page-about-dogs",
  "/articles/weave-entries",
  "",
])("%s is a link", (address) => {
  expect(videoAt(address)).toBeNull();
});

test("only the players that an owner allows have a host", () => {
  expect(playerHosts({})).toEqual([]);
  expect(playerHosts({ embeds: { youtube: false, vimeo: false, peertube: [] } })).toEqual([]);
  const all = { youtube: true, vimeo: true, peertube: ["video.example.org"] };
  expect(playerHosts({ embeds: all })).toEqual([
    "www.youtube-nocookie.com",
    "player.vimeo.com",
    "video.example.org",
  ]);
});
