import { basename } from "node:path";
import { app, net } from "electron";
import * as z from "zod/mini";
import markOnDark from "#brand/logo-mark-on-dark.svg?raw";
import mark from "#brand/logo-mark.svg?raw";
import { clientVersionHeader } from "#shared/api/endpoint.ts";
import { brandPath } from "#shared/brand-page.ts";
import { desktopSystems, publicBrandSchema, schemaLike, type PublicBrand } from "#shared/brand.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { minuteMs } from "#shared/durations.ts";
import { languages } from "#shared/languages.ts";
import { createListeners } from "#shared/listeners.ts";
import { partIds } from "#shared/routes.ts";
import { brand } from "./brand.ts";
import { logFailure } from "./log.ts";
import type { StoreFile } from "./storage/store-file.ts";

const addressOf = (type: string, bytes: Buffer) =>
  `data:${type};base64,${bytes.toString("base64")}`;
const svgAddress = (svg: string) => addressOf("image/svg+xml", Buffer.from(svg));

type Sentences = Record<string, unknown>;

/** The files of the brand, among them its sentences: one per language that it has. */
const files = import.meta.glob<{ default: Sentences }>("#brand/*.json", { eager: true });
const packagedSentences = new Map(
  Object.entries(files).map(([path, file]) => [basename(path, ".json"), file.default]),
);

/** The brand that the app is packaged with, as the interface needs it. */
export const packagedBrand: PublicBrand = {
  ...brand,
  texts: Object.fromEntries(
    brand.languages.map((language) => [language, packagedSentences.get(language) ?? {}]),
  ),
  logos: { onLight: svgAddress(mark), onDark: svgAddress(markOnDark) },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a list without the texts, or an object without the fields, that are not known. */
function only(known: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => known.some((one) => one === item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => known.includes(key)));
}

/** Removes what a newer portal has and this version of the app does not know. */
function withoutUnknown(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const kinds = only(contentKinds, answer["kinds"]);
  const namedKinds = (all: Record<string, unknown>) =>
    Object.entries(all).map(([kind, facts]) => [
      kind,
      isObject(facts) ? { ...facts, name: only(languages, facts["name"]) } : facts,
    ]);
  return {
    ...answer,
    languages: only(languages, answer["languages"]),
    texts: only(languages, answer["texts"]),
    partsOff: only(partIds, answer["partsOff"]),
    kinds: isObject(kinds) ? Object.fromEntries(namedKinds(kinds)) : kinds,
    downloads: only(desktopSystems, answer["downloads"]),
    embeds: only(["youtube", "vimeo", "peertube"], answer["embeds"]),
  };
}

/** A newer portal may have more sentences than this version of the app shows, but no fewer. All languages have the same. */
const texts = schemaLike(
  packagedBrand.texts[brand.languages[0]],
  z.object,
) as z.ZodMiniType<Sentences>; // made from sentences
const brandSchema = z.pipe(
  z.transform(withoutUnknown),
  z.extend(publicBrandSchema, { texts: z.partialRecord(z.enum(languages), texts) }).check(
    z.refine(({ languages: own, texts: all }) => own.every((language) => all[language]), {
      error: "lacks sentences of a language of the portal",
    }),
  ),
);

const entry = "brand";

/** Time until a response must be complete, and the largest logo in bytes: an SVG around a PNG of 512 px may have 1.4 million. */
const limits = { timeoutMs: 20_000, logoBytes: 2_000_000 };

/** Time between two looks at the portal's brand, each of which costs it an answer without content. */
const refreshIntervalMs = 10 * minuteMs;

/**
 * Sends a GET to a portal, without any credentials. Rejects for a failure of the network, for a redirect, and for an answer with
 * another status than 2xx, which is the cause of the error.
 */
export async function askPortal(
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await net.fetch(address, {
    headers: { ...headers, [clientVersionHeader]: app.getVersion() },
    credentials: "omit",
    redirect: "error",
    signal: AbortSignal.timeout(limits.timeoutMs),
  });
  const { ok, status } = answer;
  if (!ok) throw new Error(`the API host answered ${status}`, { cause: status });
  return answer;
}

type Logos = PublicBrand["logos"];

/** Fetches the logos, as addresses that contain them. Rejects if one cannot be shown. */
async function requestLogos(apiOrigin: string, { onLight, onDark }: Logos): Promise<Logos> {
  const logo = async (path: string) => {
    const { href, origin } = new URL(path, apiOrigin);
    if (origin !== apiOrigin) throw new Error(`${href} is not an address of the portal`);
    const answer = await askPortal(href);
    const type = /^image\/[\w.+-]+/.exec(answer.headers.get("content-type") ?? "")?.[0];
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!type || bytes.length > limits.logoBytes) throw new Error(`${path} is not a logo`);
    return addressOf(type, bytes);
  };
  const [light, dark] = await Promise.all([logo(onLight), logo(onDark)]);
  return { onLight: light, onDark: dark };
}

/** Fetches the brand with its logo, which the app needs without a connection too. `otherwise` takes the place of one that it cannot show. */
export async function requestBrand(
  apiOrigin: string,
  otherwise: Logos = packagedBrand.logos,
): Promise<PublicBrand> {
  const answered = brandSchema.parse(
    await (await askPortal(`${apiOrigin}/api${brandPath}`)).json(),
  );
  try {
    return { ...answered, logos: await requestLogos(apiOrigin, answered.logos) };
  } catch (error) {
    logFailure("The portal's logo cannot be shown", error);
    return { ...answered, logos: otherwise };
  }
}

/** The brand of the interface, as it was last known. */
export type InterfaceBrand = {
  current(): PublicBrand;
  /** Calls the listener when the portal has answered with another brand, or for the first time. */
  onChange(listener: () => void): void;
  stop(): void;
};

/**
 * Opens the brand of the interface: that of the portal as it was last known, or the one that the app is packaged with. No page
 * waits for the portal. It is asked at once and every few minutes; what it answers is stored, and is in the next page.
 */
export function openInterfaceBrand(file: StoreFile, apiOrigin: string): InterfaceBrand {
  let known = brandSchema.safeParse(file.get(entry)).data ?? packagedBrand;
  const changed = createListeners();
  let stopped = false;
  const refresh = async () => {
    const latest = await requestBrand(apiOrigin, known.logos);
    const isKnown = JSON.stringify(latest) === JSON.stringify(known);
    // The first answer counts also where the app is packaged with the same brand: from then on it is the portal's.
    if (stopped || (isKnown && file.get(entry) !== undefined)) return;
    known = latest;
    storeBrand(file, latest);
    changed.emit();
  };
  let failing = false;
  const check = () =>
    void refresh().then(
      () => (failing = false),
      (error: unknown) => {
        if (!failing) logFailure("The portal's brand is not known", error);
        failing = true;
      },
    );
  check();
  const timer = setInterval(check, refreshIntervalMs);
  return {
    current: () => known,
    onChange: (listener) => void changed.add(listener),
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}

/** Stores the brand that a portal has just answered with, or at least keeps it until the app quits. */
export function storeBrand(file: StoreFile, answered: PublicBrand): void {
  try {
    file.set(entry, answered);
  } catch (error) {
    logFailure("The portal's brand could not be stored", error);
  }
}
