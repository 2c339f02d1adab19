import { create } from "zustand";
import { registerStorage } from "#renderer/session/storages.ts";

/** The speed that was chosen last: it stays for the videos of this tab, and is stored nowhere. */
export const usePlaybackSpeed = create<{ speed: number }>(() => ({ speed: 1 }));

export const setSpeed = (speed: number) => usePlaybackSpeed.setState({ speed });

registerStorage("videoSpeed", () => setSpeed(1));
