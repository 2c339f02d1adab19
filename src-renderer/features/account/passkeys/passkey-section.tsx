import type { User } from "../../../../src-shared/api/user.ts";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { LoadingLines } from "../../../components/states.tsx";
import { loadNamespaces } from "../../../i18n/i18n.ts";

/** The user's passkeys; loaded on their own, since few accounts have any. */
export const PasskeySection = lazyChunk<{ user: User }>(
  async () => {
    const [section] = await Promise.all([
      import("./passkey-list.tsx"),
      loadNamespaces(["passkeys"]),
    ]);
    return section;
  },
  () => LoadingLines({ lines: 2 }),
);
