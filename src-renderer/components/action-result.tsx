import { useEffect, useRef, useState, type ReactNode } from "react";
import { focusReplacement, isFocusLost } from "./keep-focus.ts";
import { Notice } from "./notice.tsx";

/** Time after which a closed dialog has given the focus back. */
const afterDialogMs = 400;

export type ActionReport = { text: string; isFailure?: boolean };

/** `count` distinguishes two identical outcomes. */
export type Counted<Outcome> = Outcome & { count: number };

/** Keeps what the last act did: `report` stores it, `clear` forgets it when the next one begins. */
export function useActionReport<Outcome extends ActionReport>() {
  const [reported, setReported] = useState<Counted<Outcome> | null>(null);
  return {
    reported,
    report: (outcome: Outcome) =>
      setReported((last) => ({ ...outcome, count: (last?.count ?? 0) + 1 })),
    clear: () => setReported(null),
  };
}

type ActionResultProps = {
  reported: Counted<ActionReport> | null;
  className?: string | undefined;
  /** In place of the text alone. */
  children?: ReactNode;
};

/** Says what an act did. Takes the focus if the pressed button is gone. */
export function ActionResult({ reported, className, children }: ActionResultProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!reported) return undefined;
    const timer = setTimeout(() => {
      if (isFocusLost()) focusReplacement(region.current);
    }, afterDialogMs);
    return () => clearTimeout(timer);
  }, [reported]);
  return (
    <div ref={region} tabIndex={-1} className={className}>
      {reported && (
        <Notice key={reported.count} intent={reported.isFailure ? "error" : "success"}>
          {children ?? <p>{reported.text}</p>}
        </Notice>
      )}
    </div>
  );
}
