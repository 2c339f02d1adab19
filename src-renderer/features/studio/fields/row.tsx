import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import {
  ArrowDownRegular,
  ArrowUpRegular,
  CopyRegular,
  DeleteRegular,
  ReOrderDotsVerticalRegular,
} from "@fluentui/react-icons";
import { use, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { EntryForm } from "./field.tsx";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gap: "8px",
    padding: "12px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    // Rows within a row have its ground.
    "& li": { border: `1px solid ${tokens.colorNeutralStroke1}` },
    // What is folded as a whole is one line with its tools.
    ":has(> [data-folded]:first-child)": {
      gridTemplateColumns: "minmax(0, 1fr) auto",
      alignItems: "center",
      paddingTop: "4px",
      paddingBottom: "4px",
      [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
    },
  },
  lifted: {
    position: "relative",
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground3,
    boxShadow: tokens.shadow16,
  },
  tools: { display: "flex", flexWrap: "wrap", gap: "4px", justifyContent: "flex-end" },
  tool: { minWidth: "44px", minHeight: "44px" },
  // A finger on it moves the row, and elsewhere the page.
  handle: { touchAction: "none", cursor: "grab", ":active": { cursor: "grabbing" } },
});

export const rowTools = ["up", "down", "duplicate", "delete"] as const;
export type RowTool = (typeof rowTools)[number];

const icons = {
  up: <ArrowUpRegular />,
  down: <ArrowDownRegular />,
  duplicate: <CopyRegular />,
  delete: <DeleteRegular />,
};

type RowProps = {
  id: number;
  tools: readonly RowTool[];
  at: number;
  count: number;
  name: string;
  onUse: (tool: RowTool) => void;
  children: ReactNode;
};

/** A row with its handle and its tools. */
export function Row({ id, tools, at, count, name, onUse, children }: RowProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const sortable = useSortable({ id, disabled: isReadOnly });
  const { setNodeRef, setActivatorNodeRef, listeners, attributes } = sortable;
  const { transform, transition, isDragging } = sortable;
  const isPossible = (tool: RowTool) =>
    !(tool === "up" && at === 0) && !(tool === "down" && at === count - 1);
  const named = (tool: RowTool | "handle") => {
    const label = t(`rows.${tool}`, { name });
    return { "aria-label": label, title: label, "data-tool": tool };
  };
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(styles.row, isDragging && styles.lifted)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children}
      {!isReadOnly && (
        <div className={styles.tools} data-tools>
          <Button
            {...named("handle")}
            {...listeners}
            ref={setActivatorNodeRef}
            appearance="subtle"
            className={mergeClasses(styles.tool, styles.handle)}
            icon={<ReOrderDotsVerticalRegular />}
            aria-describedby={attributes["aria-describedby"]}
            aria-pressed={isDragging}
            onKeyDown={(event) => {
              // Escape takes the drag back, and does not close the drawer around it.
              if (isDragging && event.key === "Escape") event.preventDefault();
              listeners?.["onKeyDown"]?.(event);
            }}
          />
          {tools.map((tool) => (
            <Button
              {...named(tool)}
              key={tool}
              appearance="subtle"
              className={styles.tool}
              icon={icons[tool]}
              disabledFocusable={!isPossible(tool)}
              onClick={() => onUse(tool)}
            />
          ))}
        </div>
      )}
    </li>
  );
}
