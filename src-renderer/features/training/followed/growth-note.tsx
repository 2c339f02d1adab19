import { useTranslation } from "react-i18next";
import { heightClassOfDog, type Dog } from "#shared/api/dogs.ts";
import { ageInMonths, grownAtOf, grownRange, isGrown } from "#shared/growth.ts";
import { dogsPath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";

type GrowthNoteProps = {
  /** Missing for a member who has added no dog. */
  dog: Dog | undefined;
  today: string;
};

/** Warns that a dog may be too young to jump and weave; nothing for a dog that is grown. */
export function GrowthNote({ dog, today }: GrowthNoteProps) {
  const { t } = useTranslation("library-more");
  if (!dog) {
    return (
      <Notice intent="warning">
        {t("dogUnknown", grownRange)} <TextLink to={dogsPath}>{t("addDog")}</TextLink>
      </Notice>
    );
  }
  const { name, bornOn } = dog;
  const heightClass = heightClassOfDog(dog);
  const months = bornOn === null ? null : ageInMonths(bornOn, today);
  if (isGrown(heightClass, months) === true) return null;
  const text =
    months === null
      ? t("ageUnknown", { name, ...grownRange })
      : t("tooYoung", { name, months, grownAt: grownAtOf(heightClass) });
  return <Notice intent="warning">{text}</Notice>;
}
