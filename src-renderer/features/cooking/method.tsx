import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { createContext, use, useMemo, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "#renderer/components/markdown.tsx";
import { media } from "#renderer/theme/tokens.ts";
import type { Step } from "./cook/steps.ts";
import { useTickStyles } from "./tick-styles.ts";
import type { Ticks } from "./ticks.ts";

const useStyles = makeStyles({
  // A short recipe is one sheet of paper.
  method: {
    [media.print]: {
      fontSize: "9.25pt",
      lineHeight: "1.3",
      "& h2": { margin: "6px 0 2px", fontSize: "12pt", lineHeight: "1.25" },
      "& p": { margin: "0 0 3px" },
      "& li": { margin: 0 },
      "& ul, & ol, & table, & [role=group]": { margin: "0 0 4px" },
      "& th, & td": { padding: "1px 8px 1px 0", fontSize: "9.25pt", lineHeight: "1.3" },
    },
  },
  step: { position: "relative", paddingLeft: "36px", [media.print]: { paddingLeft: 0 } },
  text: { "> p:last-child": { margin: 0 } },
  // Larger than the checkbox, as a touch target.
  target: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    position: "absolute",
    top: "-8px",
    left: "-10px",
    width: "44px",
    height: "44px",
    cursor: "pointer",
    [media.print]: { display: "none" },
  },
});

/** Index of each step by the line where it begins, and the ticks of the recipe. */
const Steps = createContext<{ atLine: ReadonlyMap<number, number>; ticks: Ticks } | null>(null);

type ListItemProps = ComponentProps<"li"> & {
  /** The item's Markdown node. */
  node?: { position?: { start: { line: number } } | undefined } | undefined;
};

/** A list item, with a checkbox if it is a step of the method. */
function ListItem({ node, children, ...item }: ListItemProps) {
  const styles = useStyles();
  const tick = useTickStyles();
  const { t } = useTranslation("recipe");
  const steps = use(Steps);
  const at = steps?.atLine.get(node?.position?.start.line ?? 0);
  if (!steps || at === undefined) return <li {...item}>{children}</li>;
  const isDone = steps.ticks.isDone("step", at);
  return (
    <li {...item}>
      <div className={styles.step}>
        <label className={styles.target}>
          <input
            type="checkbox"
            className={tick.box}
            aria-label={t("stepDone", { number: at + 1 })}
            checked={isDone}
            onChange={() => steps.ticks.toggle("step", at)}
          />
        </label>
        <div className={mergeClasses(styles.text, isDone && tick.done)}>{children}</div>
      </div>
    </li>
  );
}

const components = { li: ListItem };

type MethodProps = { body: string; steps: readonly Step[]; ticks: Ticks };

/** The text of a recipe, with a checkbox for each step. */
export function Method({ body, steps, ticks }: MethodProps) {
  const styles = useStyles();
  const value = useMemo(
    () => ({ atLine: new Map(steps.map(({ line }, at) => [line, at])), ticks }),
    [steps, ticks],
  );
  return (
    <Steps value={value}>
      <Markdown className={styles.method} components={components}>
        {body}
      </Markdown>
    </Steps>
  );
}
