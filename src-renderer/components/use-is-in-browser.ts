import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns false on the server, and while its page is taken over. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
