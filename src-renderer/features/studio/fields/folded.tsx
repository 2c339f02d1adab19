import { Button, makeStyles } from "@fluentui/react-components";
import { ChevronDownRegular, ChevronRightRegular } from "@fluentui/react-icons";
import { use, useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EntryForm, fieldId, ProblemText, useProblem } from "./field.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px" },
  toggle: { justifyContent: "flex-start", minHeight: "44px", paddingLeft: 0, textAlign: "left" },
});

type FoldedProps = {
  /** The place of the list or object that the fields are parts of. */
  place: string;
  title: string;
  children: ReactNode;
};

/** Fields that are shown once they are opened. Folded, it says whether something is missing in them. */
export function Folded({ place, title, children }: FoldedProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { t } = useTranslation("studio");
  const { problems } = use(EntryForm);
  const problemId = useId();
  const own = useProblem(place);
  const isInside = !isOpen && problems.some((one) => one.place.startsWith(`${place}.`));
  const problem = own ?? (isInside ? t("problemInside") : undefined);
  return (
    <div className={styles.root} {...(!isOpen && { "data-folded": true })}>
      <Button
        appearance="transparent"
        className={styles.toggle}
        icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
        aria-expanded={isOpen}
        id={fieldId(place)}
        {...(problem !== undefined && { "aria-describedby": problemId })}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
      </Button>
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
      {isOpen && children}
    </div>
  );
}
