import { useTranslation } from "react-i18next";
import { message, type FieldMessage } from "../../../src-shared/api/fields.ts";

const isKey = (text: string): text is FieldMessage =>
  Object.values(message).some((key) => key === text);

/** The text of a field's error: our rules give keys, the server gives texts. */
export function useFieldMessage(): (error: { message?: string } | undefined) => string | undefined {
  const { t } = useTranslation("forms");
  return (error) => {
    if (!error) return undefined;
    const text = error.message ?? "";
    return isKey(text) ? t(text) : text || t("required");
  };
}
