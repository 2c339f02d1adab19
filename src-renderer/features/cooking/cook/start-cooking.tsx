import { Button } from "@fluentui/react-components";
import { useMemo, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { useButtonLook } from "#renderer/components/links.tsx";
import { useStepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { type EntryView, useShelfEntry } from "#renderer/features/reading/index.ts";
import { useAmounts, useScale } from "../amounts/use-scale.ts";
import { useTicks } from "../ticks.ts";
import { CookMode } from "./cook-mode.tsx";
import { stepAtPosition, stepInAddress } from "./step-position.ts";
import { stepsOf } from "./steps.ts";

type StartCookingProps = Pick<ComponentProps<EntryView>, "entry" | "setting">;

/**
 * The button of the cook mode, and the cook mode while the address says that it is open. In the library the step is kept
 * as the member's place in the recipe, on all devices.
 */
export default function StartCooking({ entry, setting }: StartCookingProps) {
  const look = useButtonLook("accent");
  const { t } = useTranslation("recipe");
  const steps = useMemo(() => stepsOf(entry.body), [entry.body]);
  const ticks = useTicks(entry, steps.length, setting);
  const { amount } = useAmounts(useScale(entry.recipe?.servings ?? 1));
  const address = useStepAddress("cook", steps.length, {
    read: (text) => stepInAddress(steps, text),
  });
  const first = steps.findIndex((_, at) => !ticks.isDone("step", at));
  // A recipe that was ticked off completely is cooked anew.
  const ticked = first > 0 ? first + 1 : 0;
  const storesPosition = setting === "library";
  const { data } = useShelfEntry(entry, { enabled: storesPosition });
  // The last position on any device.
  const page = stepAtPosition(steps, data?.place ?? null) ?? ticked;
  if (steps.length === 0) return null;
  return (
    <>
      <Button {...look} size="large" onClick={() => address.open(page)}>
        {page > 0 ? t("continue", { number: page }) : t("start")}
      </Button>
      {address.at !== null && (
        <CookMode {...{ entry, steps, ticks, amount, address, storesPosition }} />
      )}
    </>
  );
}
