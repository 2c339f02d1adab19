import type { Board } from "#shared/api/board.ts";
import type { MemberState } from "#shared/api/members.ts";
import { routePath } from "#shared/routes.ts";

/** The figures in the order of their tiles; each has a label in the namespace `board`. */
export const figureNames = [
  "members",
  "revenue",
  "joined",
  "left",
  "pastDue",
  "failedPayments",
  "unanswered",
  "stuckJobs",
] as const;
export type FigureName = (typeof figureNames)[number];

/** The figures that count something an admin has to look at. */
const problemFigures: ReadonlySet<FigureName> = new Set([
  "pastDue",
  "failedPayments",
  "unanswered",
  "stuckJobs",
]);

/** Returns the count of a figure; that of revenue is its number of currencies. */
function countOf(board: Board, name: FigureName): number {
  if (name === "revenue") return board.revenue.length;
  return name === "stuckJobs" ? board.stuckJobs.count : board[name];
}

/** Returns whether a figure asks an admin to act. */
export const needsAttention = (board: Board, name: FigureName): boolean =>
  problemFigures.has(name) && countOf(board, name) > 0;

const section = (name: string) => `${routePath("dashboard")}?section=${name}`;
const members = (status: MemberState) => `${section("members")}&status=${status}`;

/** The lists of what figures count; revenue and jobs have none. */
export const figureLinks: Partial<Record<FigureName, string>> = {
  members: members("active"),
  joined: members("joined"),
  left: members("left"),
  pastDue: members("past-due"),
  failedPayments: members("payment-trouble"),
  unanswered: section("messages"),
};
