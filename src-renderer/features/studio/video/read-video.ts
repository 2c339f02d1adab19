/** What the browser reads of a video, which the API does not decode. */
export type VideoFacts = { durationSeconds: number; framesPerSecond: number | null };

/** Time until a file that the browser cannot make sense of counts as unplayable. */
const readTimeoutMs = 20_000;
/** Time for which frames are watched, without sound and on no screen. */
const watchMs = 1_500;

/** Resolves to whether an event came before an error and the timeout. */
function arrives(video: HTMLVideoElement, event: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  video.addEventListener(event, () => resolve(true), { once: true });
  video.addEventListener("error", () => resolve(false), { once: true });
  setTimeout(() => resolve(false), readTimeoutMs);
  return promise;
}

/** Returns the length in seconds. Recordings of browsers name none before they were sought to their end. */
async function durationOf(video: HTMLVideoElement): Promise<number> {
  if (video.duration !== Infinity) return video.duration;
  const isKnown = arrives(video, "durationchange");
  video.currentTime = Number.MAX_SAFE_INTEGER;
  await isKnown;
  video.currentTime = 0;
  return video.duration;
}

/** Returns the frames per second by the times of some frames; null where the browser does not report them. */
async function frameRateOf(video: HTMLVideoElement): Promise<number | null> {
  if (!("requestVideoFrameCallback" in video)) return null;
  const times: number[] = [];
  const watch: VideoFrameRequestCallback = (_, { mediaTime }) => {
    times.push(mediaTime);
    video.requestVideoFrameCallback(watch);
  };
  video.requestVideoFrameCallback(watch);
  await video.play().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  video.pause();
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const shortest = Math.min(...steps.filter((step) => step > 0));
  // A slow device leaves out frames.
  const single = steps.filter((step) => step > 0 && step < shortest * 1.5);
  if (single.length < 3) return null;
  const rate = single.length / single.reduce((sum, step) => sum + step, 0);
  if (!(rate >= 1 && rate <= 1000)) return null;
  // WebM has its times in whole ms.
  const whole = Math.round(rate);
  return Math.abs(rate - whole) < whole * 0.002 ? whole : Math.round(rate * 100) / 100;
}

/** Reads a video; null if the browser cannot play it. */
export async function readVideo(file: File): Promise<VideoFacts | null> {
  const address = URL.createObjectURL(file);
  const video = document.createElement("video");
  try {
    video.muted = true;
    const isRead = arrives(video, "loadeddata");
    video.preload = "auto";
    video.src = address;
    if (!(await isRead) || video.videoWidth === 0) return null;
    const duration = await durationOf(video);
    if (!Number.isFinite(duration)) return null;
    const durationSeconds = Math.max(1, Math.round(duration));
    return { durationSeconds, framesPerSecond: await frameRateOf(video) };
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
}
