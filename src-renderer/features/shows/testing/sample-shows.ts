import type { Show } from "#shared/api/show-day.ts";

/** Returns a show of the user, far ahead. */
export const show = (over: Partial<Show> = {}): Show => ({
  id: "00000000-0000-4000-8000-000000000001",
  name: "Spring Cup",
  on: "2099-05-01",
  startsAt: null,
  isHot: false,
  dog: null,
  heightClass: "small",
  plannedOn: "2026-11-01",
  ticks: [],
  ...over,
});
