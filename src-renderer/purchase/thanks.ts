import { create } from "zustand";
import type { Purchase } from "#shared/api/billing.ts";
import { registerStorage } from "#renderer/session/storages.ts";

/** A purchase that the user is thanked for on the page that it opened. */
type Thanks = {
  purchase: Purchase | null;
  /** Path of that page, without query and hash. */
  path: string;
};

const none: Thanks = { purchase: null, path: "" };

export const useThanks = create<Thanks>(() => none);
registerStorage("thanks", () => useThanks.setState(none));

/** Thanks for a purchase on the page that the user is led to. */
export const thankFor = (purchase: Purchase, place: string) =>
  useThanks.setState({ purchase, path: place.replace(/[?#].*/, "") });

export const endThanks = () => useThanks.setState(none);
