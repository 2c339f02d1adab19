import { useEffect, useSyncExternalStore } from "react";
import { cookingTools, hasTimers } from "../../features/library/recipe/cooking-tools-chunk.ts";
import { platform } from "../../platform/current-platform.ts";

/** Shows and rings the timers of recipes on every page, once one was started, or when a reloaded tab has one. */
export function CookTimers() {
  const outcome = useSyncExternalStore(cookingTools.subscribe, cookingTools.outcome);
  useEffect(() => {
    if (hasTimers(platform.tabValues.read("cooking"))) void cookingTools.load();
  }, []);
  return outcome && "value" in outcome ? <outcome.value.TimersOnScreen /> : null;
}
