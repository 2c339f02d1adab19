import type { FieldProps } from "@fluentui/react-components";
import type { ElementType } from "react";
import { useTranslation } from "react-i18next";
import { type FieldMessage, message as messageKeys } from "#shared/api/fields.ts";

const isKey = (text: string): text is FieldMessage =>
  Object.values(messageKeys).some((key) => key === text);

/** Returns the text of a field's error: our own rules give a key, the server gives the text. */
export function useFieldMessage(): (error: { message?: string } | undefined) => string | undefined {
  const { t } = useTranslation("forms");
  return (error) => {
    if (!error) return undefined;
    const text = error.message ?? "";
    return isKey(text) ? t(text) : text || t("required");
  };
}

type LabelledField = {
  label: string;
  error: { message?: string } | undefined;
  hint?: string | undefined;
};

export function useFieldProps({ label, error, hint }: LabelledField): FieldProps {
  const message = useFieldMessage()(error);
  return {
    label,
    size: "large",
    ...(hint !== undefined && { hint }),
    ...(message !== undefined && { validationMessage: message }),
  };
}

const withoutValue: object = {
  children: (Slot: ElementType, given: { value?: unknown }) => {
    const { value: _, ...props } = given;
    return <Slot {...props} />;
  },
};

/** Leaves the value to react-hook-form: Fluent would restore its own over defaults and resets. */
export const uncontrolledSlot = withoutValue as { children?: never }; // every slot takes a render function; Fluent's types leave it out here
