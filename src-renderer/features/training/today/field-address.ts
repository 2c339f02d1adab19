import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { TrainingPlan } from "#shared/api/training.ts";
import {
  useStepAddress,
  type StepAddress,
} from "#renderer/components/step-mode/use-step-address.ts";

const parameter = "field";

/**
 * Returns the page of field mode, from 0 to `last`. The address names the plan and its revision: with two dogs a reload
 * opens the session of the same one, and never another session than the one that was on screen. A parameter that does
 * not fit is dropped, as it is once the session is recorded.
 */
export function useFieldAddress({ id, revision, next }: TrainingPlan, last: number): StepAddress {
  const address = useStepAddress(parameter, last, { owner: `${id}.${revision}` });
  const isUnfit = address.isUnfit || (address.at !== null && next === null);
  const close = useRef(address.close);
  useEffect(() => void (close.current = address.close));
  useEffect(() => {
    if (isUnfit) close.current();
  }, [isUnfit]);
  return address;
}

/** Returns the id of the plan that the address opens in field mode; undefined without one. */
export function usePlanInField(): string | undefined {
  const { search } = useLocation();
  return new URLSearchParams(search).get(parameter)?.split(".")[0];
}
