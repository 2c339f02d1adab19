import { newDiscountSchema, type NewDiscount } from "#shared/api/discounts.ts";
import { message } from "#shared/api/fields.ts";

/** The form for a new code, as typed. */
export type DiscountValues = {
  code: string;
  kind: "percent" | "amount";
  value: string;
  en: string;
  pl: string;
  items: string[];
  from: string;
  until: string;
  periods: string;
  isForever: boolean;
  uses: string;
  usesPerUser: string;
};

export const emptyDiscount: DiscountValues = {
  code: "",
  kind: "percent",
  value: "",
  en: "",
  pl: "",
  items: [],
  from: "",
  until: "",
  periods: "1",
  isForever: false,
  uses: "",
  usesPerUser: "",
};

const orNull = (text: string) => text.trim() || null;

const bodyOf = (values: DiscountValues) => ({
  code: values.code,
  // Polish has a decimal comma.
  off:
    values.kind === "percent"
      ? { percent: values.value }
      : { amount: values.value.trim().replace(",", ".") },
  description: { en: values.en, pl: values.pl },
  items: values.items,
  from: orNull(values.from),
  until: orNull(values.until),
  periods: values.isForever ? null : values.periods.trim(),
  uses: orNull(values.uses),
  usesPerUser: orNull(values.usesPerUser),
});

/** Returns the body of the request, or what is wrong with each field of the form: keys of `forms` texts. */
export function parseDiscount(
  values: DiscountValues,
): { body: NewDiscount } | { fields: Record<string, string> } {
  const parsed = newDiscountSchema.safeParse(bodyOf(values));
  if (parsed.success) return { body: parsed.data };
  const ofValue = values.kind === "percent" ? message.percent : message.amountOff;
  const fields = parsed.error.issues.map(({ path: [name, language], message: text }) => {
    if (name === "off") return ["value", ofValue];
    return [String(name === "description" ? language : name), text];
  });
  return { fields: Object.fromEntries(fields) };
}
