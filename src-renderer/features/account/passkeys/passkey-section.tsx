import type { User } from "#shared/api/user.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { LoadingLines } from "#renderer/components/states.tsx";

/** The user's passkeys; loaded on their own, since few accounts have any. */
export const PasskeySection = lazyChunk<{ user: User }>(
  () => import("./passkey-list.tsx"),
  () => LoadingLines({ lines: 2 }),
);
