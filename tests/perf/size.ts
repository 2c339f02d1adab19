import { checkVisits } from "./visits.ts";

// The budgets are explained in docs/decisions/0005-first-load-budget.md.
const over = await checkVisits();
if (over.length > 0) {
  console.error(`\nOver budget:\n${over.map((line) => `  ${line}`).join("\n")}`);
  process.exitCode = 1;
}
