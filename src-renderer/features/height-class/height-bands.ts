import { useTranslation } from "react-i18next";
import { heightClasses } from "../../../src-shared/height-class.ts";
import { useFormats } from "../../i18n/formats.ts";

/** The height classes with their names and bands as texts: "Small", "30.1 to 35 cm". */
export function useHeightBands() {
  const { t } = useTranslation("height-class");
  const { number } = useFormats();
  return heightClasses.map(({ id, upTo }, i) => {
    const below = heightClasses[i - 1];
    const bounds = {
      from: below && number(below.upTo + 0.1),
      upTo: number(upTo),
    };
    const band = t(below ? (upTo === Infinity ? "last" : "between") : "first", bounds);
    return { id, name: t(`names.${id}`), band };
  });
}
