import { expect, it, vi } from "vitest";
import { carryOut } from "./commands.ts";
import { createPlayer } from "./use-player.ts";

it("asks for picture in picture, and tells when the browser refuses", async () => {
  const video = document.createElement("video");
  const request = vi.fn<() => Promise<PictureInPictureWindow>>();
  const onRefused = vi.fn<() => void>();
  const open = () =>
    carryOut(
      { type: "pictureInPicture" },
      {
        video: Object.assign(video, { requestPictureInPicture: request }),
        player: createPlayer(),
        framesPerSecond: 25,
        language: "en",
        setSpeed: () => {},
        onRefused,
      },
    );
  request.mockReturnValueOnce(new Promise(() => {}));
  open();
  expect(request).toHaveBeenCalledOnce();
  expect(onRefused).not.toHaveBeenCalled();
  request.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  open();
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
});
