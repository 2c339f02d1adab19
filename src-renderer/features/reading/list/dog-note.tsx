import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { heightClassOfDog, type Dog } from "#shared/api/dogs.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { grownAtOf, isGrown } from "#shared/growth.ts";
import { dogsPath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { monthsOf } from "./use-list-dog.ts";

const useStyles = makeStyles({
  note: { margin: "0 0 24px", maxWidth: measure, color: tokens.colorNeutralForeground2 },
});

/** Returns sentences on what a list for a dog omits or leaves open, and whether more details of the dog would help. */
function useSentences(dog: Dog, kind: ContentKind): { texts: string[]; isIncomplete: boolean } {
  const { t } = useTranslation(["library-more", "height-class"]);
  const { number } = useFormats();
  const { name, weightKg } = dog;
  if (kind === "recipes") {
    if (weightKg === null) return { texts: [t("forDog.noWeight", { name })], isIncomplete: true };
    return { texts: [t("forDog.recipe", { name, weight: number(weightKg) })], isIncomplete: false };
  }
  const heightClass = heightClassOfDog(dog);
  const months = monthsOf(dog);
  const hasClasses = isPartOn(brand, "heightClasses");
  const byClass = heightClass
    ? t("forDog.byClass", { heightClass: t(`height-class:names.${heightClass}`) })
    : t("forDog.noHeight", { name });
  const texts = hasClasses ? [byClass] : [];
  if (kind === "protocols" && months === null) texts.unshift(t("forDog.noAge", { name }));
  if (kind === "protocols" && isGrown(heightClass, months) === false) {
    const growth = { name, count: months ?? 0, grownAt: grownAtOf(heightClass) };
    if (!hasClasses) texts.unshift(t("forDog.growingPlain", growth));
    else if (heightClass) texts.unshift(t("forDog.growing", growth));
    else texts.splice(0, 1, t("forDog.growingUnmeasured", growth)); // says that there is no height
  }
  const isIncomplete =
    (hasClasses && heightClass === null) || (kind === "protocols" && months === null);
  return { texts, isIncomplete };
}

/** Says how a list is narrowed to a dog, and what the portal would need to know for that. */
export function DogNote({ dog, kind }: { dog: Dog; kind: ContentKind }) {
  const styles = useStyles();
  const { t } = useTranslation("library-more");
  const { texts, isIncomplete } = useSentences(dog, kind);
  if (texts.length === 0) return null;
  return (
    <p className={styles.note}>
      {texts.join(" ")} {isIncomplete && <TextLink to={dogsPath}>{t("forDog.toDogs")}</TextLink>}
    </p>
  );
}
