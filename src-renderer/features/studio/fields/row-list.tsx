import { Button, makeStyles } from "@fluentui/react-components";
import {
  AddRegular,
  ArrowDownRegular,
  ArrowUpRegular,
  CopyRegular,
  DeleteRegular,
} from "@fluentui/react-icons";
import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { EntryForm, withField, type Fields } from "./field.tsx";

const useStyles = makeStyles({
  list: { display: "grid", gap: "12px", margin: 0, padding: 0, listStyleType: "none" },
  row: {
    display: "grid",
    gap: "8px",
    padding: "12px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    // What is folded is one line with its tools.
    ":has([aria-expanded='false'])": {
      gridTemplateColumns: "minmax(0, 1fr) auto",
      alignItems: "center",
      paddingTop: "4px",
      paddingBottom: "4px",
      [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
    },
  },
  tools: { display: "flex", flexWrap: "wrap", gap: "4px", justifyContent: "flex-end" },
  foot: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  tool: { minWidth: "44px", minHeight: "44px" },
});

type Tool = "up" | "down" | "duplicate" | "delete";
const icons = {
  up: <ArrowUpRegular />,
  down: <ArrowDownRegular />,
  duplicate: <CopyRegular />,
  delete: <DeleteRegular />,
};
type Rows = readonly Fields[];

/** A change of the order or number of rows, by which their keys change alike. */
type Step =
  | { kind: "insert"; at: number; row: Fields }
  | { kind: "remove"; at: number }
  | { kind: "move"; from: number; to: number };

function withStep<Item>(items: readonly Item[], step: Step, inserted: Item): Item[] {
  if (step.kind === "insert") return items.toSpliced(step.at, 0, inserted);
  if (step.kind === "remove") return items.toSpliced(step.at, 1);
  const moved = items.slice(step.from, step.from + 1);
  return items.toSpliced(step.from, 1).toSpliced(step.to, 0, ...moved);
}

/** Returns the step that takes one back, from the rows before it. */
function inverse(step: Step, rows: Rows): Step {
  if (step.kind === "insert") return { kind: "remove", at: step.at };
  if (step.kind === "remove") return { kind: "insert", at: step.at, row: rows[step.at] ?? {} };
  return { kind: "move", from: step.to, to: step.from };
}

const stepOf = (tool: Tool, at: number, row: Fields): Step => {
  if (tool === "duplicate") return { kind: "insert", at: at + 1, row: structuredClone(row) };
  if (tool === "delete") return { kind: "remove", at };
  return { kind: "move", from: at, to: tool === "up" ? at - 1 : at + 1 };
};

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

type Focused = { at: number; tool: Tool | "field" };

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
    ((tool === "field" ? field : own) ?? add.current)?.focus();
  });
  return { list, add, focus: (focused: Focused) => void (wanted.current = focused) };
}

/** Changes the order or number of rows, and remembers how the last such change is taken back. */
function useRows(rows: Rows, onChange: (rows: Rows) => void) {
  const { keys, step: stepKeys } = useKeys(rows);
  const [last, setLast] = useState<{ back: Step; said: string } | null>(null);
  const [said, setSaid] = useState("");
  const apply = (step: Step) => {
    const inserted = step.kind === "insert" ? step.row : {};
    stepKeys(step);
    onChange(withStep(rows, step, inserted));
  };
  return {
    keys,
    last,
    said,
    run: (step: Step, text: string) => {
      setLast({ back: inverse(step, rows), said: text });
      setSaid(text);
      apply(step);
    },
    takeBack: (text: string) => {
      if (last) apply(last.back);
      setLast(null);
      setSaid(text);
    },
  };
}

const allTools = ["up", "down", "duplicate", "delete"] as const;

type RowToolsProps = {
  tools: readonly Tool[];
  at: number;
  count: number;
  name: string;
  onUse: (tool: Tool) => void;
};

function RowTools({ tools, at, count, name, onUse }: RowToolsProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const isPossible = (tool: Tool) =>
    !(tool === "up" && at === 0) && !(tool === "down" && at === count - 1);
  return (
    <div className={styles.tools} data-tools>
      {tools.map((tool) => (
        <Button
          key={tool}
          appearance="subtle"
          className={styles.tool}
          icon={icons[tool]}
          data-tool={tool}
          aria-label={t(`rows.${tool}`, { name })}
          title={t(`rows.${tool}`, { name })}
          disabledFocusable={!isPossible(tool)}
          onClick={() => onUse(tool)}
        />
      ))}
    </div>
  );
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
 * Rows that are added, duplicated, moved and deleted by buttons, with the keyboard and by touch alike: the focus goes along. The last
 * of these changes can be undone, also after something was typed.
 */
export function RowList(props: RowListProps) {
  const { label, rows, onChange, nameOf, addText, create, canDuplicate = false, more } = props;
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const { keys, last, said, run, takeBack } = useRows(rows, onChange);
  const { list, add, focus } = useRowFocus();
  const tools = allTools.filter((tool) => canDuplicate || tool !== "duplicate");
  const change = (tool: Tool, at: number) => {
    const step = stepOf(tool, at, rows[at] ?? {});
    const place = step.kind === "move" ? step.to : step.at;
    focus({ at: Math.min(place, rows.length - (tool === "delete" ? 2 : 0)), tool });
    run(step, t(`rows.done.${tool}`, { name: nameOf(at), place: place + 1, count: rows.length }));
  };
  const addRow = () => {
    const at = rows.length;
    focus({ at, tool: "field" });
    run({ kind: "insert", at, row: create() }, t("rows.done.add", { name: nameOf(at) }));
  };
  return (
    <>
      <ol ref={list} aria-label={label} className={styles.list}>
        {rows.map((row, at) => (
          <li key={keys[at]} className={styles.row}>
            {props.children(row, at, (name, value) =>
              onChange(rows.with(at, withField(row, name, value))),
            )}
            {!isReadOnly && (
              <RowTools
                tools={tools}
                at={at}
                count={rows.length}
                name={nameOf(at)}
                onUse={(tool) => change(tool, at)}
              />
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <div className={styles.foot}>
          <Button ref={add} icon={<AddRegular />} onClick={addRow}>
            {addText}
          </Button>
          {more}
          {last && (
            <Button
              appearance="subtle"
              onClick={() => {
                takeBack(t("rows.undone"));
                add.current?.focus(); // the pressed button is gone
              }}
            >
              {t("rows.undo", { what: last.said })}
            </Button>
          )}
        </div>
      )}
      <LiveText>{said}</LiveText>
    </>
  );
}
