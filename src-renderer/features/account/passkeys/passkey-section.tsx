import type { User } from "../../../../src-shared/api/user.ts";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { LoadingLines } from "../../../components/states.tsx";

/** The user's passkeys; loaded on their own, since few accounts have any. */
export const PasskeySection = lazyChunk<{ user: User }>(
  () => import("./passkey-list.tsx"),
  () => LoadingLines({ lines: 2 }),
);
