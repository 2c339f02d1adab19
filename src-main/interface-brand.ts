import { app, net } from "electron";
import * as z from "zod/mini";
import en from "#brand/en.json" with { type: "json" };
import markOnDark from "#brand/logo-mark-on-dark.svg?raw";
import mark from "#brand/logo-mark.svg?raw";
import pl from "#brand/pl.json" with { type: "json" };
import { clientVersionHeader } from "#shared/api/endpoint.ts";
import { brandPath } from "#shared/brand-page.ts";
import { publicBrandSchema, schemaLike, type PublicBrand } from "#shared/brand.ts";
import { brand } from "./brand.ts";
import { languages } from "#shared/languages.ts";
import { logFailure } from "./log.ts";
import type { StoreFile } from "./storage/store-file.ts";

const addressOf = (type: string, bytes: Buffer) =>
  `data:${type};base64,${bytes.toString("base64")}`;
const svgAddress = (svg: string) => addressOf("image/svg+xml", Buffer.from(svg));

/** The brand that the app is packaged with, as the interface needs it. */
export const packagedBrand: PublicBrand = {
  ...brand,
  texts: { en, pl },
  logos: { onLight: svgAddress(mark), onDark: svgAddress(markOnDark) },
};

/** A newer portal may have more sentences than this version of the app shows, but no fewer. */
const texts = schemaLike(en, z.object) as z.ZodMiniType<Record<string, unknown>>;
const brandSchema = z
  .extend(publicBrandSchema, { texts: z.partialRecord(z.enum(languages), texts) })
  .check(
    z.refine(({ languages: own, texts: all }) => own.every((language) => all[language]), {
      error: "lacks sentences of a language of the portal",
    }),
  );

const entry = "brand";
const entrySchema = z.object({ apiOrigin: z.string(), brand: brandSchema });

/** Time until a response must be complete, and the largest logo in bytes. */
const limits = { timeoutMs: 20_000, logoBytes: 100_000 };

async function request(address: string): Promise<Response> {
  const answer = await net.fetch(address, {
    headers: { [clientVersionHeader]: app.getVersion() },
    credentials: "omit",
    redirect: "error",
    signal: AbortSignal.timeout(limits.timeoutMs),
  });
  if (!answer.ok) throw new Error(`the API host answered ${answer.status}`);
  return answer;
}

/** Fetches the brand with its logo, which the app needs without a connection too. */
async function requestBrand(apiOrigin: string): Promise<PublicBrand> {
  const answered = brandSchema.parse(await (await request(`${apiOrigin}/api${brandPath}`)).json());
  const logo = async (path: string) => {
    const { href, origin } = new URL(path, apiOrigin);
    if (origin !== apiOrigin) throw new Error(`${href} is not an address of the portal`);
    const answer = await request(href);
    const type = /^image\/[\w.+-]+/.exec(answer.headers.get("content-type") ?? "")?.[0];
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!type || bytes.length > limits.logoBytes) throw new Error(`${path} is not a logo`);
    return addressOf(type, bytes);
  };
  const [onLight, onDark] = await Promise.all([
    logo(answered.logos.onLight),
    logo(answered.logos.onDark),
  ]);
  return { ...answered, logos: { onLight, onDark } };
}

/**
 * Returns a function that returns the brand of the interface: that of the portal as it was last known, or the one that the app is
 * packaged with. No page waits for the portal; what it answers is stored, and is in the next page.
 */
export function openInterfaceBrand(file: StoreFile, apiOrigin: string): () => PublicBrand {
  const stored = entrySchema.safeParse(file.get(entry)).data;
  let known = stored?.apiOrigin === apiOrigin ? stored.brand : packagedBrand;
  const refresh = async () => {
    const latest = await requestBrand(apiOrigin);
    if (JSON.stringify(latest) === JSON.stringify(known)) return;
    known = latest;
    file.set(entry, { apiOrigin, brand: latest });
  };
  refresh().catch((error: unknown) => logFailure("The portal's brand is not known", error));
  return () => known;
}
