export { ProtocolSkeleton } from "./protocol/protocol-skeleton.tsx";
export { SessionTable } from "./protocol/session-table.tsx";
export { useReached } from "./followed/use-followed.ts";
export { FirstSteps } from "./today/first-steps.tsx";
export { TodayCard } from "./today/today-card.tsx";
