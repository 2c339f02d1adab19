export { ProtocolSkeleton } from "./protocol/protocol-skeleton.tsx";
export { SessionTable } from "./protocol/session-table.tsx";
export { Ways } from "./today/ways.tsx";
export { TodayCard } from "./today/today-card.tsx";
