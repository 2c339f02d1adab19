import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@fluentui/react-components";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { getQuote } from "#shared/api/billing.ts";
import {
  type BuyerDetails,
  buyerDetailsSchema,
  changeBuyerDetails,
  getBuyerDetails,
} from "#shared/api/buyer-details.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { CountryField } from "#renderer/components/form/country-field.tsx";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { endCheckoutAttempt } from "#renderer/purchase/purchase-store.ts";

/** Returns the user's details, and what they are in one line; undefined until that is known. */
export function useBuyerDetails() {
  const { t } = useTranslation("buyer-details");
  const { country: nameOf } = useFormats();
  const { data, isError } = useApiQuery(getBuyerDetails, { silent: true });
  const texts = data && [
    data.name,
    data.address.replaceAll(/\s*\n\s*/g, ", "),
    data.country && nameOf(data.country),
    data.taxNumber,
  ];
  const summary = texts && (texts.filter(Boolean).join(" · ") || t("none"));
  return { data, summary, isError };
}

/** Saves what was typed. Resolves to whether it is saved, or nothing was changed. */
export type SavesDetails = { save: () => Promise<boolean> };

type BuyerDetailsFormProps = {
  details: BuyerDetails;
  /** `secondary` where the view has another main action. */
  look?: "accent" | "secondary";
  takesFocus?: boolean;
  ref?: Ref<SavesDetails>;
  onSaved: (done: string) => void;
};

/** The form for what receipts say about their buyer. */
export function BuyerDetailsForm(props: BuyerDetailsFormProps) {
  const { details, look = "accent", takesFocus = false, ref, onSaved } = props;
  const { t } = useTranslation(["buyer-details", "common"]);
  const form = useForm({ resolver: zodResolver(buyerDetailsSchema), defaultValues: details });
  const { register, setFocus } = form;
  const { errors, isDirty } = form.formState;
  const isSaved = useRef(false);
  const { busy, submit } = useSubmit(form, async (body) => {
    const { error } = await call(changeBuyerDetails, { body });
    if (error) return error;
    isSaved.current = true;
    // An order that was begun keeps the former details.
    endCheckoutAttempt();
    await refresh(getBuyerDetails);
    void refresh(getQuote);
    onSaved(t("common:saved"));
    return null;
  });
  useImperativeHandle(ref, () => ({
    save: async () => {
      if (!isDirty) return true;
      isSaved.current = false;
      await submit();
      return isSaved.current;
    },
  }));
  useEffect(() => {
    if (takesFocus) setFocus("name");
  }, [takesFocus, setFocus]);
  return (
    <Form label={t("title")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextField
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="billing name"
        registration={register("name")}
        error={errors.name}
      />
      <TextAreaField
        label={t("address")}
        rows={3}
        registration={register("address")}
        error={errors.address}
      />
      <CountryField
        label={t("country")}
        none={t("noCountry")}
        registration={register("country")}
        error={errors.country}
      />
      <TextField
        label={t("taxNumber")}
        hint={t("taxNumberHint")}
        autoComplete="off"
        registration={register("taxNumber")}
        error={errors.taxNumber}
      />
      <FormActions>
        <SubmitButton busy={busy} look={look}>
          {t("common:save")}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

/** What the receipt of an order will say about its buyer, and a button that opens the form in place. */
export function BuyerDetailsRow({ ref }: { ref: Ref<SavesDetails> }) {
  const { t } = useTranslation("buyer-details");
  const { data, summary } = useBuyerDetails();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  if (!data) return null;
  const close = (text: string) => {
    setDone(text);
    setOpen(false);
    button.current?.focus();
  };
  return (
    <SettingRow
      name={t("title")}
      value={summary}
      isCompact
      action={
        <Button
          ref={button}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? "closeForm" : "changeForm")}
          onClick={() => {
            setDone("");
            setOpen(!isOpen);
          }}
        >
          {t(isOpen ? "close" : "change")}
        </Button>
      }
    >
      {isOpen && (
        <BuyerDetailsForm ref={ref} details={data} look="secondary" takesFocus onSaved={close} />
      )}
      <FormSuccess>{done}</FormSuccess>
    </SettingRow>
  );
}
