import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "#shared/api/library.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { getShelfEntry } from "#shared/api/shelf.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { fakeMedia, loadCaptions } from "./testing/fake-media.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { setSpeed } from "./use-player.ts";
import VideoView from "./video-view.tsx";

vi.mock("#renderer/api-client/transport.ts", async () => import("#renderer/testing/fake-api.ts"));

const video = (over: Partial<Entry> = {}) =>
  entry({
    kind: "videos",
    slug: "seesaw",
    title: "The seesaw",
    video: { durationSeconds: 36, poster: "/still.webp", captioned: true },
    chapters: [
      { at: 0, title: "Measurements" },
      { at: 4.9, title: "Up contact" },
      { at: 11.4, title: "The pivot" },
    ],
    media: {
      source: { src: "/seesaw.webm", type: "video/webm" },
      framesPerSecond: 30,
      captions: [
        { language: "en", src: "/seesaw.en.vtt" },
        { language: "pl", src: "/seesaw.pl.vtt" },
      ],
    },
    ...over,
  });

let media: ReturnType<typeof fakeMedia>;

beforeEach(() => {
  setSpeed(1);
  media = fakeMedia();
  answer(getShelfEntry, { data: { isSaved: false, place: null } });
});

async function open(over: Partial<Entry> = {}) {
  const user = renderPage(
    <VideoView entry={video(over)} reload={async () => null} setting="library" />,
  );
  const player = screen.getByLabelText<HTMLVideoElement>("The seesaw");
  Object.defineProperty(player, "duration", { value: 36, configurable: true });
  // The library takes the video over a moment later.
  await screen.findByRole("combobox", { name: "Captions" });
  return { user, player };
}

const press = (target: Element, key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, ...init });

const modes = (player: HTMLVideoElement) => [...player.textTracks].map(({ mode }) => mode);

describe("keys in the player", () => {
  it("play and pause", async () => {
    const { player } = await open();
    press(player, "k");
    expect(media.play).toHaveBeenCalledOnce();
    press(player, "K");
    expect(media.pause).toHaveBeenCalledOnce();
  });

  it("move by ten and five seconds, within the video", async () => {
    const { player } = await open();
    const positions = ["l", "ArrowRight", "j", "ArrowLeft", "j", "l", "l", "l", "l"].map((key) => {
      press(player, key);
      return player.currentTime;
    });
    expect(positions).toEqual([10, 15, 5, 0, 0, 10, 20, 30, 36]);
  });

  it("turn captions off and on again, and keep their lines", async () => {
    const { player } = await open();
    expect(modes(player)).toEqual(["showing", "disabled"]);
    press(player, "c");
    expect(modes(player)).toEqual(["hidden", "disabled"]);
    press(player, "c", { repeat: true });
    press(player, "c");
    expect(modes(player)).toEqual(["showing", "disabled"]);
  });

  it("turn the sound off, and say so", async () => {
    const { player } = await open();
    press(player, "m");
    expect(player.muted).toBe(true);
    screen.getByText("Sound off");
  });

  it("are left to fields, to combinations, and the space bar to buttons", async () => {
    const { player } = await open();
    expect(press(screen.getByLabelText("Speed"), "l")).toBe(true);
    expect(press(player, "c", { ctrlKey: true })).toBe(true);
    expect(press(screen.getByRole("button", { name: "Play" }), " ")).toBe(true);
    expect(press(player, " ")).toBe(false);
    expect(media.play).toHaveBeenCalledOnce();
    expect(press(player, "/")).toBe(true);
    expect(player.currentTime).toBe(0);
    expect(press(player, "l")).toBe(false);
  });
});

it("reads out the captions of another language where there are none in this one, without showing them", async () => {
  const { source } = video().media!;
  const { player } = await open({
    media: { source, captions: [{ language: "pl", src: "/pl.vtt" }] },
  });
  expect(modes(player)).toEqual(["hidden"]);
  act(() => loadCaptions(player, "pl", [[0, "Deska"]]));
  screen.getByText("Deska");
});

it("has a player once a video becomes available, such as after the connection is back", async () => {
  function Offline() {
    const { media: arrived, ...without } = video();
    const [known, setKnown] = useState<typeof arrived>();
    return (
      <>
        <button onClick={() => setKnown(arrived)}>Connect</button>
        <VideoView
          entry={{ ...without, ...(known && { media: known }) }}
          reload={async () => null}
          setting="library"
        />
      </>
    );
  }
  const user = renderPage(<Offline />);
  expect(screen.queryByLabelText("The seesaw")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Connect" }));
  // Offered once the library has the element.
  await screen.findByRole("combobox", { name: "Captions" });
});

describe("the controls", () => {
  it("step by the usual frame rate where the content does not say, and show hundredths", async () => {
    const { source, captions } = video().media!;
    const { user, player } = await open({ media: { source, captions } });
    await user.click(await screen.findByRole("button", { name: "Next frame" }));
    expect(player.currentTime).toBeCloseTo(1.5 / 25);
    fireEvent.seeking(player);
    expect(screen.getAllByText("0:00.06").length).toBeGreaterThan(0);
  });

  it("offer a speed of the browser's menu too, while it is chosen", async () => {
    const { player } = await open();
    player.playbackRate = 2;
    fireEvent.rateChange(player);
    expect(screen.getByLabelText<HTMLSelectElement>("Speed").value).toBe("2");
  });

  it("show captions in another language, or none", async () => {
    const { user, player } = await open();
    const captions = screen.getByRole("combobox", { name: "Captions" });
    await user.selectOptions(captions, "pl");
    expect(modes(player)).toEqual(["hidden", "showing"]);
    await user.selectOptions(captions, "No captions");
    expect(modes(player)).toEqual(["hidden", "hidden"]);
  });

  it("have no button for the sound of a silent video, and list no key for it", async () => {
    const { user } = await open({
      video: { durationSeconds: 36, poster: "/still.webp", silent: true },
    });
    expect(screen.queryByRole("button", { name: "Mute" })).toBeNull();
    await user.click(await screen.findByText("Keys"));
    screen.getByText("Full screen");
    expect(screen.queryByText("Sound on or off")).toBeNull();
  });
});
