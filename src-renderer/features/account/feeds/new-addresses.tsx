import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Details } from "#renderer/components/details.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useCopy } from "#renderer/components/use-copy.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "20px", width: "100%" },
  row: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", gap: "8px" },
  input: { minWidth: 0, fontVariantNumeric: "tabular-nums" },
  state: { ":empty": { position: "absolute" } },
});

export type NewAddress = {
  label: string;
  /** Name of the button that copies it, for screen readers. */
  copy: string;
  address: string;
};

type AddressProps = NewAddress & { onCopy: (field: HTMLInputElement | null) => void };

function Address({ label, copy, address, onCopy }: AddressProps) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const field = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} size="large">
      {(props) => (
        <div className={styles.row}>
          <Input
            {...props}
            ref={field}
            className={styles.input}
            readOnly
            size="large"
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button size="large" aria-label={copy} onClick={() => onCopy(field.current)}>
            {t("copy")}
          </Button>
        </div>
      )}
    </Field>
  );
}

type NewAddressesProps = { part: "feed" | "calendar"; addresses: readonly NewAddress[] };

/** Secret addresses, which are shown when they were created and never again. */
export function NewAddresses({ part, addresses }: NewAddressesProps) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const { outcome, copy } = useCopy();
  const [first, ...others] = addresses;
  return (
    <div className={styles.stack}>
      <Notice intent="warning" takesFocus>
        {t(`${part}.once`)}
      </Notice>
      {first && <Address {...first} onCopy={(field) => void copy(field)} />}
      {others.length > 0 && (
        <Details summary={t("details")}>
          {others.map((address) => (
            <Address key={address.address} {...address} onCopy={(field) => void copy(field)} />
          ))}
        </Details>
      )}
      <div aria-live="polite" className={styles.state}>
        {outcome && t(outcome)}
      </div>
    </div>
  );
}
