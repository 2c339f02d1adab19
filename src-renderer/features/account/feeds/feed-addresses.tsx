import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/notice.tsx";
import { copyText } from "../../../components/copy-text.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "20px", width: "100%" },
  row: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", gap: "8px" },
  input: { minWidth: 0, fontVariantNumeric: "tabular-nums" },
  state: { ":empty": { position: "absolute" } },
});

type Outcome = "copied" | "notCopied" | null;

type AddressProps = {
  label: string;
  /** Name of the button for screen readers, which tells the two apart. */
  copyLabel: string;
  address: string;
  onCopy: (outcome: Outcome) => void;
};

/** One address with a button that copies it. */
function Address({ label, copyLabel, address, onCopy }: AddressProps) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    onCopy(null);
    if (field.current) onCopy((await copyText(field.current)) ? "copied" : "notCopied");
  };
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
          <Button size="large" aria-label={copyLabel} onClick={() => void copy()}>
            {t("feed.copy")}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** The addresses of a feed, which are shown when they were created and never again. */
export function FeedAddresses({ atom, json }: { atom: string; json: string }) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const [outcome, setOutcome] = useState<Outcome>(null);
  return (
    <div className={styles.stack}>
      <Notice intent="warning" takesFocus>
        {t("feed.once")}
      </Notice>
      <Address
        label={t("feed.atom")}
        copyLabel={t("feed.copyAtom")}
        address={atom}
        onCopy={setOutcome}
      />
      <Address
        label={t("feed.json")}
        copyLabel={t("feed.copyJson")}
        address={json}
        onCopy={setOutcome}
      />
      <div aria-live="polite" className={styles.state}>
        {outcome && t(`feed.${outcome}`)}
      </div>
    </div>
  );
}
