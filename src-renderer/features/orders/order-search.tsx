import { Field, makeStyles, SearchBox, Select } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { orderQueryLength } from "#shared/api/orders.ts";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { shownOrders, type ShownOrders } from "./orders-address.ts";

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

export function OrderSearch({ query, shown, onChange }: OrderSearchProps) {
  const styles = useStyles();
  const { t } = useTranslation("orders");
  const { text, type, searchNow } = useTypedSearch(query, (words) => onChange({ query: words }));
  return (
    <div role="search" className={styles.root}>
      <Field label={t("search")} size="large" className={styles.search}>
        <SearchBox
          size="large"
          className={styles.box}
          maxLength={orderQueryLength}
          value={text}
          onChange={(_, { value }) => type(value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") searchNow();
          }}
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
