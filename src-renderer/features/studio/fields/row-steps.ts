import { arrayMove } from "@dnd-kit/sortable";
import { useState } from "react";
import type { Fields } from "./field.tsx";

export type Rows = readonly Fields[];

/** A change of the order or number of rows, by which their keys change alike. */
export type Step =
  | { kind: "insert"; at: number; row: Fields }
  | { kind: "remove"; at: number }
  | { kind: "move"; from: number; to: number };

function withStep<Item>(items: readonly Item[], step: Step, inserted: Item): Item[] {
  if (step.kind === "insert") return items.toSpliced(step.at, 0, inserted);
  if (step.kind === "remove") return items.toSpliced(step.at, 1);
  return arrayMove([...items], step.from, step.to);
}

/** Returns the step that takes one back, from the rows before it. */
function inverse(step: Step, rows: Rows): Step {
  if (step.kind === "insert") return { kind: "remove", at: step.at };
  if (step.kind === "remove") return { kind: "insert", at: step.at, row: rows[step.at] ?? {} };
  return { kind: "move", from: step.to, to: step.from };
}

let created = 0;
/** Identity of a row while it is on screen. */
const newKey = () => ++created;

/** The keys of rows, which stay with them when they move. */
function useKeys(rows: Rows) {
  const [keys, setKeys] = useState(() => rows.map(newKey));
  const known = keys.length === rows.length ? keys : rows.map(newKey);
  if (known !== keys) setKeys(known); // the rows were replaced from outside
  return { keys: known, step: (step: Step) => setKeys(withStep(known, step, newKey())) };
}

/** Hook: changes the order or number of rows, and remembers how the last such change is taken back. */
export function useRowSteps(rows: Rows, onChange: (rows: Rows) => void) {
  const { keys, step: stepKeys } = useKeys(rows);
  const [last, setLast] = useState<{ back: Step; text: string } | null>(null);
  const apply = (step: Step) => {
    stepKeys(step);
    onChange(withStep(rows, step, step.kind === "insert" ? step.row : {}));
  };
  return {
    keys,
    /** What the last change was, if it can be taken back. */
    lastText: last?.text ?? null,
    run: (step: Step, text: string) => {
      setLast({ back: inverse(step, rows), text });
      apply(step);
    },
    takeBack: () => {
      if (last) apply(last.back);
      setLast(null);
    },
  };
}
