import { Field, Select } from "@fluentui/react-components";
import { useMemo } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { localeOf } from "#shared/languages.ts";
import { useFieldProps } from "./field-parts.tsx";

const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i));

/** Codes that have a name and are no countries: unions of them, outlying places, tests, and "unknown". */
const notCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** Returns the codes of countries, each with its name in the language, by name. */
function countriesIn(language: string) {
  const names = new Intl.DisplayNames(localeOf(language), { type: "region", fallback: "none" });
  // Browsers have no list of them. A former country has the code of its successor.
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => ({ code, name: names.of(code) ?? "" }))
    .filter(({ name }) => name !== "")
    .toSorted((a, b) => a.name.localeCompare(b.name, language));
}

type CountryFieldProps = {
  label: string;
  /** What stands for no country. */
  none: string;
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  hint?: string;
};

/** A choice of countries by their names in the interface's language; its value is a code of ISO 3166, or "". */
export function CountryField({ label, none, registration, error, hint }: CountryFieldProps) {
  const { language } = useTranslation().i18n;
  const countries = useMemo(() => countriesIn(language), [language]);
  return (
    <Field {...useFieldProps({ label, error, hint })}>
      <Select size="large" {...registration}>
        <option value="">{none}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
