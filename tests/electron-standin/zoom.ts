/** Chromium zooms a host, in all its windows alike. */
const levels = new Map<string, number>();

const hostOf = (url: string) => URL.parse(url)?.host ?? "";

export const zoomLevelOf = (url: string): number => levels.get(hostOf(url)) ?? 0;
export const setZoomLevelOf = (url: string, level: number): void =>
  void levels.set(hostOf(url), level);
