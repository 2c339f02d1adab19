import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm as trigrams } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";

const extensions = { pg_trgm: trigrams, unaccent };

/** The extensions of PostgreSQL that the migrations create. */
export const extensionNames = Object.keys(extensions);

/** PostgreSQL would touch 128 MB at the start. The system keeps the files in memory, too. */
const sharedBuffers = "32MB";

/** Opens an embedded database with the extensions that the migrations create. In memory without `dataDir`. */
export const openPglite = (
  options: Pick<PGliteOptions, "dataDir" | "loadDataDir"> = {},
): Promise<PGlite> =>
  PGlite.create({
    ...options,
    extensions,
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
  });
