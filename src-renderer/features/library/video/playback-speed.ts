import { create } from "zustand";

/** The speed that was chosen last: it stays for the videos of this tab, and is stored nowhere. */
export const usePlaybackSpeed = create<{ speed: number }>(() => ({ speed: 1 }));

export const setSpeed = (speed: number) => usePlaybackSpeed.setState({ speed });
