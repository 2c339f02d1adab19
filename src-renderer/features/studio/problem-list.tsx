import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { DraftProblem } from "#shared/api/studio.ts";
import { usePlaceName } from "./compare/place-name.ts";
import { fieldId, problemAt } from "./fields/field.tsx";

const useStyles = makeStyles({
  root: { marginBottom: "16px" },
  summary: { cursor: "pointer", minHeight: "32px" },
  list: { margin: 0, paddingLeft: "20px" },
  link: {
    minWidth: 0,
    minHeight: "32px",
    padding: "0 4px",
    textAlign: "left",
    fontWeight: 400,
    textDecorationLine: "underline",
  },
});

/** Moves the focus to the field at a place, else to the closest one around it. Returns whether there was one. */
export function focusField(place: string): boolean {
  const parts = place.split(".");
  for (let length = parts.length; length > 0; length--) {
    const field = document.getElementById(fieldId(parts.slice(0, length).join(".")));
    if (!field) continue;
    field.focus();
    field.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}

type ProblemListProps = {
  problems: readonly DraftProblem[];
  /** The places whose problems are shown at their fields. */
  placesAtFields: readonly string[];
  /** Whether it is shown in full: somebody tried to publish, or asked for it. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Brings the field of a place on screen, and gives it the focus. */
  onShow: (place: string) => void;
};

/** Lists the problems that prevent publication, with links to the fields. Has the message where the field does not show it. */
export function ProblemList({
  problems,
  placesAtFields,
  isOpen,
  onOpen,
  onShow,
}: ProblemListProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const nameOf = usePlaceName();
  if (problems.length === 0) return null;
  return (
    <details
      open={isOpen}
      className={styles.root}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>{t("problems", { count: problems.length })}</summary>
      <ul className={styles.list}>
        {problems.map((problem) => {
          const { place, message } = problem;
          const isAtField =
            placesAtFields.includes(place) && problemAt(problems, place) === problem;
          return (
            <li key={`${place} ${message}`}>
              <Button
                appearance="transparent"
                className={styles.link}
                onClick={() => onShow(place)}
              >
                {isAtField ? nameOf(place) : `${nameOf(place)}: ${message}`}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
