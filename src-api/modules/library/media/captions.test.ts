import { expect, test } from "vitest";
import { readCaptions } from "./captions.ts";

const cue = "00:00:00.000 --> 00:00:02.000\nHello";

test.each([
  [
    "a comma in times",
    "WEBVTT\n\n1\n00:00:00,000 --> 00:00:02,000\nHello\n",
    `WEBVTT\n\n1\n${cue}\n`,
  ],
  ["SRT", "1\n00:00:00,000 --> 00:00:02,000\nHello\n", `WEBVTT\n\n1\n${cue}\n`],
  [
    "a byte-order mark and CRLF",
    `\uFEFFWEBVTT\r\n\r\n${cue.replace("\n", "\r\n")}\r\n`,
    `WEBVTT\n\n${cue}\n`,
  ],
  ["no hours", "WEBVTT\n\n00:00.000 --> 00:02.000\nHi", "WEBVTT\n\n00:00.000 --> 00:02.000\nHi\n"],
  ["one digit", "1\n0:00:00,000 --> 0:00:02,000\nHello", `WEBVTT\n\n1\n${cue}\n`],
  [
    "settings, notes, overlaps",
    `WEBVTT - x\n\nNOTE a\nb\n\n${cue}\n\n00:01.000 --> 00:03.000 line:0\nHi`,
    `WEBVTT - x\n\nNOTE a\nb\n\n${cue}\n\n00:01.000 --> 00:03.000 line:0\nHi\n`,
  ],
  [
    "comma times in cues without a blank line between them",
    `WEBVTT\n\n00:00:00,000 --> 00:00:02,000\nHello\n00:00:02,000 --> 00:00:03,000\nHi\n`,
    `WEBVTT\n\n${cue}\n00:00:02.000 --> 00:00:03.000\nHi\n`,
  ],
])("Captions with %s are read", (_, text, vtt) => {
  expect(readCaptions(text)).toBe(vtt);
});

test.each([
  ["nothing", "", "empty in line 1"],
  ["a head without a cue", "WEBVTT\n", "empty in line 1"],
  ["prose", "\nHello there", "kind in line 2"],
  ["a text without a time", `WEBVTT\n\n${cue}\n\nHello again`, "cue in line 6"],
  ["no blank line after the head", `WEBVTT\n${cue}`, "cue in line 2"],
  ["a wrong time", "WEBVTT\n\n00:00:00 --> 00:00:02\nHello", "time in line 3"],
  ["minutes above 59", "WEBVTT\n\n00:75:00.000 --> 00:76:00.000\nHello", "time in line 3"],
  ["an end before the start", "WEBVTT\n\n1\n00:02.000 --> 00:01.000\nHello", "order in line 4"],
  ["an arrow in a text", `WEBVTT\n\n${cue}\nleft --> right`, "time in line 5"],
])("Captions with %s are refused by line", (_, text, message) => {
  expect(() => readCaptions(text)).toThrow(message);
});
