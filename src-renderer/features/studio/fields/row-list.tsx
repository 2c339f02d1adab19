import { arrayMove } from "@dnd-kit/sortable";
import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular } from "@fluentui/react-icons";
import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { EntryForm, withField, type Fields } from "./field.tsx";
import { Row, rowTools, type RowTool } from "./row.tsx";
import { RowDragging } from "./row-dragging.tsx";

type Rows = readonly Fields[];

/** A change of the order or number of rows, by which their keys change alike. */
type Step =
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
function useRowSteps(rows: Rows, onChange: (rows: Rows) => void) {
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

const useStyles = makeStyles({
  list: { display: "grid", gap: "12px", margin: 0, padding: 0, listStyleType: "none" },
  foot: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
});

const stepOf = (tool: RowTool, at: number, row: Fields): Step => {
  if (tool === "duplicate") return { kind: "insert", at: at + 1, row: structuredClone(row) };
  if (tool === "delete") return { kind: "remove", at };
  return { kind: "move", from: at, to: tool === "up" ? at - 1 : at + 1 };
};

/** Which text says what a tool has done. */
const doneBy = { up: "move", down: "move", duplicate: "duplicate", delete: "delete" } as const;

type Focused = { at: number; tool: RowTool | "handle" | "field" };

/** Moves the focus along with a row, else to the button that adds one. */
function useRowFocus() {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const wanted = useRef<Focused | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { at, tool } = wanted.current;
    wanted.current = null;
    const row = list.current?.children[at];
    const own = row?.querySelector<HTMLElement>(`:scope > [data-tools] [data-tool=${tool}]`);
    const field = row?.querySelector<HTMLElement>("input, select, textarea, button");
    focusReplacement((tool === "field" ? field : own) ?? add.current);
  });
  return { list, add, focus: (focused: Focused) => void (wanted.current = focused) };
}

type RowListProps = {
  label: string;
  rows: Rows;
  onChange: (rows: Rows) => void;
  /** What a row is called: "Week 3". */
  nameOf: (at: number) => string;
  addText: string;
  /** Returns a new row. */
  create: () => Fields;
  canDuplicate?: boolean;
  /** Buttons beside the one that adds a row. */
  more?: ReactNode;
  /** Renders the fields of a row. */
  children: (row: Fields, at: number, change: (name: string, value: unknown) => void) => ReactNode;
};

/**
 * Rows that are added, duplicated, moved and deleted by buttons, and dragged by a handle: with a mouse, by touch and with the
 * keyboard. The focus goes along. The last of these changes can be undone, also after something was typed.
 */
export function RowList(props: RowListProps) {
  const { label, rows, onChange, nameOf, addText, create, canDuplicate = false, more } = props;
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const { keys, lastText, run, takeBack } = useRowSteps(rows, onChange);
  const { list, add, focus } = useRowFocus();
  const [said, say] = useState("");
  const tools = rowTools.filter((tool) => canDuplicate || tool !== "duplicate");
  const change = (tool: RowTool, at: number) => {
    const step = stepOf(tool, at, rows[at] ?? {});
    const place = step.kind === "move" ? step.to : step.at;
    const done = { name: nameOf(at), place: place + 1, total: rows.length };
    const text = t(`rows.done.${doneBy[tool]}`, done);
    focus({ at: Math.min(place, rows.length - (tool === "delete" ? 2 : 0)), tool });
    run(step, text);
    say(text);
  };
  // dnd-kit announces it
  const drag = (from: number, to: number) => {
    focus({ at: to, tool: "handle" });
    const done = { name: nameOf(from), place: to + 1, total: rows.length };
    run({ kind: "move", from, to }, t("rows.done.move", done));
  };
  const addRow = () => {
    const at = rows.length;
    const text = t("rows.done.add", { name: nameOf(at) });
    focus({ at, tool: "field" });
    run({ kind: "insert", at, row: create() }, text);
    say(text);
  };
  const undo = () => {
    takeBack();
    say(t("rows.undone"));
  };
  return (
    <>
      <RowDragging keys={keys} nameOf={nameOf} onMove={drag}>
        <ol ref={list} aria-label={label} className={styles.list}>
          {rows.map((row, at) => (
            <Row
              key={keys[at]}
              id={keys[at] ?? 0}
              tools={tools}
              at={at}
              count={rows.length}
              name={nameOf(at)}
              onUse={(tool) => change(tool, at)}
            >
              {props.children(row, at, (name, value) =>
                onChange(rows.with(at, withField(row, name, value))),
              )}
            </Row>
          ))}
        </ol>
      </RowDragging>
      {!isReadOnly && (
        <div className={styles.foot}>
          <Button ref={add} icon={<AddRegular />} onClick={addRow}>
            {addText}
          </Button>
          {more}
          {lastText !== null && (
            <Button appearance="subtle" onClick={undo}>
              {t("rows.undo", { what: lastText })}
            </Button>
          )}
        </div>
      )}
      <LiveText>{said}</LiveText>
    </>
  );
}
