// Each creates its outbox, which takes over what was left of it (session/outbox.ts).
import "../features/library/shelf/follow/changes.ts";
import "../features/library/show-day/use-ticks.ts";
import "../features/library/training/unsent-results.ts";
