import { Button, makeStyles, Field, SearchBox, Select } from "@fluentui/react-components";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  listOrders,
  type Order,
  type OrderStep,
  orderQueryLength,
  oldestOrdersFirst,
  orderFilters,
  orderSort,
  type OrderFilter,
  type OrderSort,
} from "#shared/api/orders.ts";
import { routePath } from "#shared/routes.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { DataTable, type Column } from "#renderer/components/data-table.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { OrderStepDialog } from "./order-step-dialog.tsx";

/** The orders that the list shows: open ones unless the address names others. */
const shownOrders = ["open", "all", ...orderFilters.filter((one) => one !== "open")] as const;
type ShownOrders = "all" | OrderFilter;

function useOrdersAddress() {
  const { params, change } = useAddressParams<"query" | "show" | "sort">();
  const shown: ShownOrders = shownOrders.find((one) => one === params.get("show")) ?? "open";
  const sort: OrderSort = orderSort.safeParse(params.get("sort")).data ?? oldestOrdersFirst;
  return { query: params.get("query") ?? "", shown, sort, change };
}

const useOrderSearchStyles = makeStyles({
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

function OrderSearch({ query, shown, onChange }: OrderSearchProps) {
  const styles = useOrderSearchStyles();
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

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  block: { display: "block" },
  buyer: { overflowWrap: "anywhere" },
  steps: { display: "flex", flexWrap: "wrap", gap: "8px" },
  step: { minWidth: 0 },
});

const keyOf = ({ number, sku }: Order) => `${number}/${sku}`;

type WantedStep = { order: Order; step: OrderStep };

/** The buyer, whose page is a link away while the account exists. */
function BuyerCell({ buyer: { id, name, email } }: Pick<Order, "buyer">) {
  const styles = useStyles();
  const page = id && `${routePath("dashboard")}?section=members&member=${id}`;
  return (
    <div className={styles.buyer}>
      {page ? <TextLink to={page}>{name}</TextLink> : name}
      <span className={styles.block}>{email}</span>
    </div>
  );
}

/** The state of an order, with its time, and how much of it is done. */
function StateCell({ state, scheduledFor, completed, quantity }: Order) {
  const styles = useStyles();
  const { t } = useTranslation("orders");
  const { appointment } = useFormats();
  return (
    <>
      {t(`state.${state}`)}
      {scheduledFor && <span className={styles.block}>{appointment(scheduledFor)}</span>}
      {completed > 0 && completed < quantity && (
        <span className={styles.block}>{t("partlyDone", { completed, quantity })}</span>
      )}
    </>
  );
}

function useColumns(onStep: (wanted: WantedStep) => void): Column<Order, "paid" | "buyer">[] {
  const styles = useStyles();
  const { t } = useTranslation("orders");
  const { date } = useFormats();
  return [
    {
      key: "item",
      title: t("columns.item"),
      cell: ({ name, number, quantity }) => (
        <>
          <strong>{quantity > 1 ? `${quantity} × ${name}` : name}</strong>
          <span className={styles.block}>{number}</span>
        </>
      ),
    },
    {
      key: "paid",
      title: t("columns.paid"),
      sorts: "paid",
      isNamed: true,
      cell: ({ paidAt }) => date(paidAt),
    },
    {
      key: "buyer",
      title: t("columns.buyer"),
      sorts: "buyer",
      cell: (order) => <BuyerCell {...order} />,
    },
    { key: "state", title: t("columns.state"), cell: (order) => <StateCell {...order} /> },
    {
      key: "steps",
      title: t("columns.steps"),
      cell: (order) => (
        <div className={styles.steps}>
          {order.steps.map((step) => (
            <Button
              key={step}
              className={styles.step}
              aria-label={t(`${step}.of`, { name: order.name, number: order.number })}
              onClick={() => onStep({ order, step })}
            >
              {t(`${step}.open`)}
            </Button>
          ))}
        </div>
      ),
    },
  ];
}

/** Opens the dialog of a step; after a change by somebody else it goes on with the order as it is now. */
function useStepDialog(items: readonly Order[]) {
  const { t } = useTranslation("orders");
  const { reported, report, clear } = useActionReport();
  const [pendingStep, setPendingStep] = useState<(WantedStep & { count: number }) | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (next: WantedStep) => {
    clear();
    setPendingStep((last) => ({ ...next, count: (last?.count ?? 0) + 1 }));
    setOpen(true);
  };
  const current =
    pendingStep &&
    (items.find((one) => keyOf(one) === keyOf(pendingStep.order)) ?? pendingStep.order);
  return {
    ask,
    reported,
    dialog: pendingStep && current && (
      <OrderStepDialog
        key={pendingStep.count}
        order={current}
        step={pendingStep.step}
        open={open}
        onDone={({ name, buyer }) => {
          setOpen(false);
          report({ text: t(`${pendingStep.step}.result`, { name, who: buyer.name }) });
        }}
        onClose={() => setOpen(false)}
      />
    ),
  };
}

/** The extras that were bought, for admins: found, sorted, scheduled, done and cancelled. The address names what is shown. */
export function OrdersSection() {
  const styles = useStyles();
  const { t } = useTranslation("orders");
  const { query, shown, sort, change } = useOrdersAddress();
  const list = useRef<HTMLTableSectionElement>(null);
  const pages = useApiPages(
    listOrders,
    (cursor) => ({
      query: {
        ...(query && { query }),
        ...(shown !== "all" && { show: shown }),
        sort,
        ...(cursor !== undefined && { cursor }),
      },
    }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const { ask, reported, dialog } = useStepDialog(items);
  const columns = useColumns(ask);
  const isSearch = query !== "" || shown !== "open";
  return (
    <>
      <p className={styles.lead}>{t("lead")}</p>
      <ActionResult reported={reported} />
      <OrderSearch query={query} shown={shown} onChange={change} />
      <QueryView
        query={pages}
        loading={<LoadingLines lines={8} />}
        isEmpty={() => items.length === 0}
        empty={
          <EmptyState
            motif="whistle"
            title={t(isSearch ? "none.title" : "empty.title")}
            text={t(isSearch ? "none.text" : "empty.text")}
          />
        }
      >
        {() => (
          <>
            <DataTable
              ref={list}
              label={t("list")}
              columns={columns}
              rows={items}
              keyOf={keyOf}
              sort={sort}
              onSort={(next) => change({ sort: next })}
            />
            <ShowOlder pages={pages} list={list} label={t("more")} />
          </>
        )}
      </QueryView>
      {dialog}
    </>
  );
}
