import { useTranslation } from "react-i18next";
import type { Dog } from "#shared/api/dogs.ts";
import { countTrainingOfDog } from "#shared/api/training.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";

/** Says what is deleted with a dog: its measurements, and the protocols that are followed with it. */
export function DeletionText({ dog: { id, name, heights } }: { dog: Dog }) {
  const { t } = useTranslation("dogs");
  const input = { params: { id }, silent: true };
  const { data, isError } = useApiQuery(countTrainingOfDog, input, { staleTime: 0 });
  const count = data?.plans ?? 0;
  return (
    <>
      <p>
        {heights.length === 0
          ? t("delete.unmeasured", { name })
          : t("delete.text", { name, count: heights.length })}
      </p>
      <div aria-live="polite">
        {count > 0 && <p>{t("delete.plans", { name, count })}</p>}
        {!data && isError && <p>{t("delete.plansUnknown", { name })}</p>}
      </div>
    </>
  );
}
