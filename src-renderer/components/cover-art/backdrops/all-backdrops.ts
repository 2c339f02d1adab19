import { arch } from "./arch.tsx";
import { arena } from "./arena.tsx";
import type { DrawBackdrop } from "./backdrop.ts";
import { hills } from "./hills.tsx";
import { ribbon } from "./ribbon.tsx";
import { ringside } from "./ringside.tsx";
import { stripes } from "./stripes.tsx";

/** All backdrops; the slug decides which one an entry gets. */
export const allBackdrops: readonly [DrawBackdrop, ...DrawBackdrop[]] = [
  ringside,
  hills,
  stripes,
  ribbon,
  arena,
  arch,
];
