import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useAmounts, type Scale } from "../amounts/use-scale.ts";
import { ByDog } from "./by-dog.tsx";
import { ByTin } from "./by-tin.tsx";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gap: "32px",
    padding: "16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    [media.print]: { display: "none" },
  },
});

type AdjustPanelProps = {
  entry: Entry;
  servings: number;
  scale: Scale;
};

/** Scales a recipe for a dog, and for a tin if the recipe names one. */
export function AdjustPanel({ entry, servings, scale }: AdjustPanelProps) {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const { portions: portionsText } = useAmounts(scale);
  const [announced, setAnnounced] = useState("");
  const choose = (portions: number) => {
    scale.setPortions(portions);
    setAnnounced(t("adjust.isSet", { portions: portionsText(portions) }));
  };
  const common = { servings, portionsText, onChoose: choose };
  return (
    <div className={styles.root}>
      <ByDog {...common} feeding={entry.feeding} />
      {entry.tin && <ByTin {...common} tin={entry.tin} />}
      <LiveText>{announced}</LiveText>
    </div>
  );
}
