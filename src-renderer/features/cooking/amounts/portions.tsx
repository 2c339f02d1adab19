import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { AddRegular, SubtractRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { media } from "#renderer/theme/tokens.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";
import { unitSystems } from "./measure.ts";
import type { Scale } from "./use-scale.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexWrap: "wrap",
    gap: "12px 16px",
  },
  group: { display: "flex", alignItems: "center", gap: "8px" },
  screenOnly: { [media.print]: { display: "none" } },
  button: { minWidth: "44px", minHeight: "44px", [media.print]: { display: "none" } },
  value: {
    margin: 0,
    minWidth: "112px",
    textAlign: "center",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    [media.print]: { textAlign: "left" },
  },
});

const factors = [
  ["half", 0.5, "½×"],
  ["once", 1, "1×"],
  ["twice", 2, "2×"],
] as const;

type PortionsProps = { servings: number; scale: Scale; portionsText: (count: number) => string };

/** Buttons that change the number of portions, and the units. */
export function Portions({ servings, scale, portionsText }: PortionsProps) {
  const styles = useStyles();
  const { t } = useTranslation("recipe");
  const { portions, system, setPortions, setSystem } = scale;
  return (
    <div className={styles.root}>
      <div role="group" aria-label={t("servings")} className={styles.group}>
        <Button
          icon={<SubtractRegular />}
          className={styles.button}
          aria-label={t("fewer")}
          disabledFocusable={portions <= 1}
          onClick={() => setPortions(Math.ceil(portions) - 1)}
        />
        <p role="status" className={styles.value}>
          {portionsText(portions)}
        </p>
        <Button
          icon={<AddRegular />}
          className={styles.button}
          aria-label={t("more")}
          onClick={() => setPortions(Math.floor(portions) + 1)}
        />
      </div>
      <div
        role="group"
        aria-label={t("size")}
        className={mergeClasses(styles.group, styles.screenOnly)}
      >
        {factors.map(([name, factor, text]) => (
          <FilterChip
            key={name}
            label={`${text} ${t(name)}`}
            isChosen={portions === factor * servings}
            onToggle={() => setPortions(factor * servings)}
          >
            {text}
          </FilterChip>
        ))}
      </div>
      <div
        role="group"
        aria-label={t("units")}
        className={mergeClasses(styles.group, styles.screenOnly)}
      >
        {unitSystems.map((each) => (
          <FilterChip key={each} isChosen={system === each} onToggle={() => setSystem(each)}>
            {t(each)}
          </FilterChip>
        ))}
      </div>
    </div>
  );
}
