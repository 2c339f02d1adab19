import { useSyncExternalStore } from "react";
import { isUnreachable, onReachableChanged } from "./connection.ts";

/** Returns whether the device says that it has a connection. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onReachableChanged,
    () => navigator.onLine,
    () => true,
  );

/** Returns whether the API cannot be reached, as far as the last request or the device says. */
export const useIsUnreachable = (): boolean =>
  useSyncExternalStore(onReachableChanged, isUnreachable, () => false);
