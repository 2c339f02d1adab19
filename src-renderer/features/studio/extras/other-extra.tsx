import { useTranslation } from "react-i18next";
import { knownMotif } from "#renderer/components/cover-art/motif-art.tsx";
import { OtherVersion } from "../names/other-version.tsx";
import type { ExtraFormState, ExtraValues } from "./extra-file.tsx";

/** Hook: returns the function that says the values of the form in words. */
function useWords(theirs: ExtraValues) {
  const { t } = useTranslation("studio");
  // Two files can have the same name. What the brand brought is stored when it is saved first.
  const fileOf = (file: ExtraValues["fileEn"], present: ExtraValues["fileEn"]) =>
    file
      ? `${file.name} ${(file.stored || (present?.stored ?? "")).slice(0, 6)}`
      : t("extras.fileNone");
  return ({ fileEn, filePl, onSale, motif, deliveredAs, ...texts }: ExtraValues) => ({
    ...texts,
    motif: t(`motifs.${knownMotif(motif)}`),
    deliveredAs: t(`extras.kinds.${deliveredAs}`),
    fileEn: fileOf(fileEn, theirs.fileEn),
    filePl: fileOf(filePl, theirs.filePl),
    onSale: t(onSale ? "extras.onSale" : "extras.offSale"),
  });
}

type OtherExtraProps = { form: ExtraFormState; theirs: ExtraValues; currency: string };

/** Compares an extra in its form with what somebody else saved meanwhile. */
export function OtherExtra({ form, theirs, currency }: OtherExtraProps) {
  const { t } = useTranslation("studio");
  const names: Record<keyof ExtraValues, string> = {
    nameEn: t("extras.nameEn"),
    namePl: t("extras.namePl"),
    summaryEn: t("extras.summaryEn"),
    summaryPl: t("extras.summaryPl"),
    deliveryEn: t("extras.deliveryEn"),
    deliveryPl: t("extras.deliveryPl"),
    price: t("extras.price", { currency }),
    taxPercent: t("extras.tax"),
    motif: t("fields.motif"),
    deliveredAs: t("extras.deliveredAs"),
    fileEn: t("extras.fileEn"),
    filePl: t("extras.filePl"),
    onSale: t("extras.columns.sale"),
  };
  return <OtherVersion form={form} theirs={theirs} names={names} inWords={useWords(theirs)} />;
}
