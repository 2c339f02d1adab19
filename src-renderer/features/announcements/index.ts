export { announceAddress } from "./announced-entry.ts";
export { LatestAnnouncement, NewAnnouncement } from "./latest-announcement.tsx";
