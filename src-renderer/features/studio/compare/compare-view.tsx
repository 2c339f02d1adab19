import { makeStyles } from "@fluentui/react-components";
import { diffWordsWithSpace, type Change } from "diff";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Draft } from "#shared/api/studio.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { differences, type Difference } from "./draft-parts.ts";
import { useFieldName } from "./field-name.ts";

/** Time after which two texts are shown below each other, since they have too little in common. */
const longestDiffMs = 1_500;

const useStyles = makeStyles({
  parts: { display: "grid", gap: "24px" },
  heading: { marginBottom: "8px" },
  text: {
    margin: 0,
    padding: "12px 16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    fontFamily: tokens.fontFamilyBase,
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    maxHeight: "60vh",
    overflowY: "auto",
  },
  removed: {
    backgroundColor: tokens.colorPaletteRedBackground2,
    color: tokens.colorNeutralForeground1,
  },
  added: {
    backgroundColor: tokens.colorPaletteGreenBackground2,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    fontWeight: 600,
  },
});

function Part({ value, added, removed }: Change) {
  const styles = useStyles();
  if (added) return <ins className={styles.added}>{value}</ins>;
  if (removed) return <del className={styles.removed}>{value}</del>;
  return value;
}

/** One text with removed and added words. */
function WordDiff({ before, after }: Pick<Difference, "before" | "after">) {
  const styles = useStyles();
  const changes = useMemo(
    () =>
      diffWordsWithSpace(before, after, { timeout: longestDiffMs }) ?? [
        { value: `${before}\n\n`, removed: true, added: false, count: 1 },
        { value: after, added: true, removed: false, count: 1 },
      ],
    [before, after],
  );
  return (
    // Long texts are scrolled by the keyboard, too.
    <div className={styles.text} tabIndex={0} role="group">
      {changes.map((change, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a text are never reordered
        <Part key={at} {...change} />
      ))}
    </div>
  );
}

type ComparedPartsProps = {
  parts: readonly Difference[];
  nameOf: (place: string) => string;
  /** Level of the headings. */
  level: 2 | 3;
};

/** Parts that differ, word by word. */
export function ComparedParts({ parts, nameOf, level }: ComparedPartsProps) {
  const styles = useStyles();
  return (
    <div className={styles.parts}>
      {parts.map(({ place, before, after }) => (
        <section key={place}>
          <Heading level={level} size="label" className={styles.heading}>
            {nameOf(place)}
          </Heading>
          <WordDiff before={before} after={after} />
        </section>
      ))}
    </div>
  );
}

type CompareViewProps = {
  before: Draft;
  after: Draft;
  /** Whether a part is compared; all if missing. */
  isShown?: (place: string) => boolean;
};

/** What differs between two working copies, part by part and word by word. */
export function CompareView({ before, after, isShown }: CompareViewProps) {
  const { t } = useTranslation("studio");
  const nameOf = useFieldName();
  const parts = differences(before, after).filter(({ place }) => isShown?.(place) ?? true);
  if (parts.length === 0) return <p>{t("compare.same")}</p>;
  return <ComparedParts parts={parts} nameOf={nameOf} level={3} />;
}
