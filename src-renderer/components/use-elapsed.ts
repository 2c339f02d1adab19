import { useEffect, useState } from "react";

/** Returns whether a time has passed, in ms, since the component was first shown. */
export function useElapsed(time: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), time);
    return () => clearTimeout(timer);
  }, [time]);
  return isOver;
}
