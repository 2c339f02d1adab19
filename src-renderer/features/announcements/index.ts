export { announceAddress } from "./announced-entry.ts";
export { LatestAnnouncement } from "./latest-announcement.tsx";
