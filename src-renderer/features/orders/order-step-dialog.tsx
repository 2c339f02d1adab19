import { Field, Input } from "@fluentui/react-components";
import { useId, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { brand } from "#renderer/platform/brand.ts";
import { changeOrder, listOrders, type Order, type OrderStep } from "#shared/api/orders.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";

/** Returns a time as a field of the browser has it, in the brand's time zone: 2026-12-01T18:00. */
const typedTime = (iso: string) =>
  new Date(iso)
    .toLocaleString("sv", { timeZone: brand.timeZone })
    .slice(0, "2026-12-01 18:00".length)
    .replace(" ", "T");

type OrderStepDialogProps = {
  order: Order;
  step: OrderStep;
  open: boolean;
  onDone: (order: Order) => void;
  onClose: () => void;
};

/** Asks before a step with an order, and for the time where it needs one. What was typed stays after a failure. */
export function OrderStepDialog({ order, step, open, onDone, onClose }: OrderStepDialogProps) {
  const { t } = useTranslation("orders");
  const form = useId();
  const { number, sku, name, buyer, changedAt, scheduledFor } = order;
  const [time, setTime] = useState(scheduledFor ? typedTime(scheduledFor) : "");
  const { busy, failure, run } = useMutation(async () => {
    const body = step === "schedule" ? { step, time, changedAt } : { step, changedAt };
    const { data, error } = await call(changeOrder, { params: { number, sku }, body });
    if (!error || error.code === "conflict") await refresh(listOrders);
    if (data) onDone(data);
    return error;
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run();
  };
  const ofTime = failure?.fields?.["time"];
  return (
    <ConfirmDialog
      open={open}
      isDanger={step === "cancel"}
      title={t(`${step}.title`, { name })}
      action={t(`${step}.action`)}
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{t(`${step}.text`, { who: buyer.name, address: buyer.email })}</p>
      {step === "schedule" && (
        <form id={form} noValidate onSubmit={submit}>
          <Field
            label={t("schedule.time")}
            hint={t("schedule.zone", { zone: brand.timeZone })}
            size="large"
            {...(ofTime !== undefined && { validationMessage: ofTime })}
          >
            <Input
              type="datetime-local"
              size="large"
              value={time}
              onChange={(_, { value }) => setTime(value)}
            />
          </Field>
        </form>
      )}
      {failure && ofTime === undefined && (
        <FormFailure error={rootError(failure)} words={{ conflict: t("conflict") }} />
      )}
    </ConfirmDialog>
  );
}
