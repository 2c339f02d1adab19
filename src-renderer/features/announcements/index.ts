export { LatestAnnouncement } from "./latest-announcement.tsx";
