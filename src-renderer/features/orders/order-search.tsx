import { Field, makeStyles, SearchBox, Select } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { orderQueryLength } from "#shared/api/orders.ts";
import { shownOrders, type ShownOrders } from "./orders-address.ts";

/** ms between the last key and the search. */
const typingPause = 300;

const useStyles = makeStyles({
  root: { display: "flex", flexWrap: "wrap", alignItems: "end", gap: "16px" },
  search: { flex: "1 1 260px", maxWidth: "520px" },
  box: { width: "100%", maxWidth: "none", minHeight: "44px" },
  show: { flex: "0 1 220px" },
});

type OrderSearchProps = {
  query: string;
  shown: ShownOrders;
  onChange: (changes: { query?: string; show?: string }) => void;
};

/** The search for orders, and what state they are in. */
export function OrderSearch({ query, shown, onChange }: OrderSearchProps) {
  const styles = useStyles();
  const { t } = useTranslation("orders");
  const [text, setText] = useState(query);
  useEffect(() => {
    const words = text.trim();
    if (words === query) return undefined;
    const timer = setTimeout(() => onChange({ query: words }), typingPause);
    return () => clearTimeout(timer);
  });
  return (
    <div role="search" className={styles.root}>
      <Field label={t("search")} size="large" className={styles.search}>
        <SearchBox
          size="large"
          className={styles.box}
          maxLength={orderQueryLength}
          value={text}
          onChange={(_, { value }) => setText(value)}
        />
      </Field>
      <Field label={t("show.label")} size="large" className={styles.show}>
        <Select
          size="large"
          value={shown}
          onChange={(_, { value }) => onChange({ show: value === "open" ? "" : value })}
        >
          {shownOrders.map((one) => (
            <option key={one} value={one}>
              {t(`show.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
