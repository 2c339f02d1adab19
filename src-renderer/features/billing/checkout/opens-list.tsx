import { makeStyles } from "@fluentui/react-components";
import { CheckmarkRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Quote } from "#shared/api/billing.ts";
import type { Catalogue } from "#shared/api/catalogue.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  list: { display: "grid", gap: "10px", margin: "12px 0 0", padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    gap: "12px",
    "> svg": { marginTop: "2px", color: tokens.colorBrandForeground1 },
  },
});

type OpensListProps = { lines: Quote["lines"]; catalogue: Catalogue | undefined };

/** What the payment opens: the library for a membership, the delivery of each extra. */
export function OpensList({ lines, catalogue }: OpensListProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const bought = new Set(lines.map(({ sku }) => sku));
  const deliveries = (catalogue?.extras ?? [])
    .filter(({ sku }) => bought.has(sku))
    .map(({ delivery }) => delivery);
  const membership = lines.some(({ kind }) => kind === "membership");
  const items = [
    ...(membership ? [t("opens.library"), t("opens.devices"), t("opens.cancel")] : []),
    ...deliveries,
    t("opens.receipt"),
  ];
  return (
    <section aria-labelledby="opens">
      <Heading level={2} size="small" id="opens">
        {t("opens.title")}
      </Heading>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item} className={styles.item}>
            <CheckmarkRegular fontSize={20} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
