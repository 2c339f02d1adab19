import brandJson from "#brand/brand.json" with { type: "json" };
import { brandSchema, type Brand } from "#shared/brand.ts";

/** The brand the app was built with. */
export const brand = brandSchema.parse(brandJson);

/** Returns the app's ID as the installers register it; on Linux also the name of its desktop file, hence the ending. */
export const appIdOf = ({ deepLinkScheme }: Pick<Brand, "deepLinkScheme">): string =>
  `portal.${deepLinkScheme}.desktop`;
