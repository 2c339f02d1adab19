import type { Readable } from "node:stream";
import type { Brand } from "#shared/brand.ts";
import { logoLimits } from "#shared/api/settings.ts";
import { brandPicture, type BrandPictureName, type InstalledBrand } from "#api/brand.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { readPicture } from "#api/modules/library/module.ts";

/** The own logos as they are stored: PNG in Base64. Without one for dark ground the other is shown there, too. */
export type StoredLogos = { light: string; dark?: string };

const loadCanvas = () => import("@napi-rs/canvas");

/** Returns an uploaded picture as a PNG of at most 512 px, in Base64. Rejects with 400 for what is none, or too large. */
export async function readLogo(body: Readable): Promise<string> {
  const { createCanvas, loadImage } = await loadCanvas();
  const image = await readPicture(body, "logo", async (bytes) => loadImage(bytes));
  const scale = Math.min(1, logoLimits.px / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return (await canvas.encode("png")).toString("base64");
}

type Sheet = {
  width: number;
  height: number;
  /** Colour behind the logo; transparent without one. */
  ground?: string;
  /** Share of the shorter side that the logo takes. */
  share: number;
  /** Radius of the corners, as a share of the width. */
  radius?: number;
};

async function draw(logo: string, { width, height, ground, share, radius = 0 }: Sheet) {
  const { createCanvas, loadImage } = await loadCanvas();
  const image = await loadImage(Buffer.from(logo, "base64"));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  if (ground) {
    context.fillStyle = ground;
    context.beginPath();
    context.roundRect(0, 0, width, height, radius * width);
    context.fill();
  }
  const scale = (share * Math.min(width, height)) / Math.max(image.width, image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  return canvas.encode("png");
}

/** Returns an SVG that shows a PNG, so that every logo is of one type. */
const inSvg = (png: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><image width="512" height="512" href="data:image/png;base64,${png}"/></svg>`,
  );

/** Returns logo and icons of a brand with an own logo. */
export async function picturesOf(
  { light, dark = light }: StoredLogos,
  { paper, ramp }: Brand["colours"],
): Promise<InstalledBrand["pictures"]> {
  const icon = (px: number, sheet: Omit<Sheet, "width" | "height">) =>
    draw(light, { width: px, height: px, ground: paper, ...sheet });
  const drawn: Record<BrandPictureName, Buffer | Promise<Buffer>> = {
    "logo-mark.svg": inSvg(light),
    "logo-mark-on-dark.svg": inSvg(dark),
    "favicon.svg": inSvg(light),
    "favicon-32.png": draw(light, { width: 32, height: 32, share: 1 }),
    "apple-touch-icon.png": icon(180, { share: 0.8 }),
    // Devices cut a circle out of these.
    "icon-192.png": icon(192, { share: 0.6 }),
    "icon-512.png": icon(512, { share: 0.6 }),
    "icon-rounded-192.png": icon(192, { share: 0.8, radius: 0.2 }),
    "icon-rounded-512.png": icon(512, { share: 0.8, radius: 0.2 }),
    "og.png": draw(dark, { width: 1200, height: 630, ground: ramp[2] ?? paper, share: 0.6 }),
  };
  const pictures = await Promise.all(
    Object.entries(drawn).map(async ([name, bytes]) => [
      name,
      brandPicture(name as BrandPictureName, await bytes),
    ]),
  );
  return Object.fromEntries(pictures) as InstalledBrand["pictures"]; // of all names
}

/** Returns the logos with another one for a ground. Throws 400 for one for dark ground without one for light ground. */
export function withLogo(
  stored: StoredLogos | null,
  ground: "light" | "dark",
  logo: string,
): StoredLogos {
  if (ground === "light") return { ...stored, light: logo };
  if (!stored) throw new ApiError("validation", { fields: { logo: "forms:required" } });
  return { ...stored, dark: logo };
}
