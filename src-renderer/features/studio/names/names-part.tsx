import { Button } from "@fluentui/react-components";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ActionResult } from "#renderer/components/action-result.tsx";
import { DataTable, type Column } from "#renderer/components/data-table.tsx";
import {
  QueryView,
  type QueryFailure,
  type ViewedQuery,
} from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";

/** Loads lists again after a save; also after a conflict, so that the form shows what somebody else saved. */
export async function refreshSaved(failure: ApiFailure | null, lists: readonly Endpoint[]) {
  if (failure && failure.code !== "conflict") return;
  await Promise.all(lists.map(refresh));
}

type NamesPartProps<Item, Failure extends QueryFailure> = {
  part: "tags" | "authors" | "extras";
  query: ViewedQuery<{ items: readonly Item[] }, Failure>;
  columns: readonly Column<Item, never>[];
  keyOf: (item: Item) => string;
  /** The form that is open above the list; null: the button that opens one for a new item. */
  form: ReactNode;
  reported: ComponentProps<typeof ActionResult>["reported"];
  onAdd: () => void;
};

/** A part of the studio that is a list, whose items are added and changed in a form. */
export function NamesPart<Item, Failure extends QueryFailure>(
  props: NamesPartProps<Item, Failure>,
) {
  const { part, query, columns, keyOf, form, reported, onAdd } = props;
  const { t } = useTranslation("studio");
  return (
    <>
      <p>{t(`${part}.lead`)}</p>
      {form ?? (
        <Button size="large" onClick={onAdd}>
          {t(`${part}.add`)}
        </Button>
      )}
      <ActionResult reported={reported} />
      <QueryView
        query={query}
        loading={<LoadingLines lines={20} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState motif="rosette" title={t(`${part}.none`)} text={t(`${part}.noneText`)} />
        }
      >
        {({ items }) => (
          <DataTable label={t(`part.${part}`)} columns={columns} rows={items} keyOf={keyOf} />
        )}
      </QueryView>
    </>
  );
}
