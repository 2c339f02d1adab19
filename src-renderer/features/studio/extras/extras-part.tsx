import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { addExtra, changeExtra, listStudioExtras, type StudioExtra } from "#shared/api/extras.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useActionReport } from "#renderer/components/action-result.tsx";
import type { Column } from "#renderer/components/data-table.tsx";
import { usePasswordIfAsked } from "#renderer/features/account/index.ts";
import { useFormats, useNameIn } from "#renderer/i18n/formats.ts";
import { NamesPart, refreshSaved } from "../names/names-part.tsx";
import { ExtraForm } from "./extra-form.tsx";

function useColumns(onChange: (extra: StudioExtra) => void): Column<StudioExtra, never>[] {
  const { t } = useTranslation("studio");
  const nameOf = useNameIn();
  const { money } = useFormats();
  return [
    {
      key: "name",
      title: t("extras.columns.item"),
      cell: (extra) => <strong>{nameOf(extra)}</strong>,
    },
    { key: "price", title: t("extras.columns.price"), cell: ({ price }) => money(price) },
    {
      key: "kind",
      title: t("extras.columns.kind"),
      cell: ({ deliveredAs }) => t(`extras.kinds.${deliveredAs}`),
    },
    {
      key: "sale",
      title: t("extras.columns.sale"),
      cell: ({ onSale }) => t(onSale ? "extras.onSale" : "extras.offSale"),
    },
    {
      key: "origin",
      title: t("extras.columns.origin"),
      isNamed: true,
      cell: ({ origin }) => t(`extras.origins.${origin}`),
    },
    {
      key: "change",
      title: t("names.change"),
      cell: (extra) => (
        <Button
          appearance="subtle"
          aria-label={t("names.changeOf", { name: nameOf(extra) })}
          onClick={() => onChange(extra)}
        >
          {t("names.change")}
        </Button>
      ),
    },
  ];
}

/** The extras that are sold: added, changed, and taken off sale. */
export function ExtrasPart() {
  const { t } = useTranslation(["studio", "common"]);
  /** Whose form is open: "new", that of an extra, or none. */
  const [written, setWritten] = useState<StudioExtra | "new" | null>(null);
  const { reported, report } = useActionReport();
  const query = useApiQuery(listStudioExtras, {});
  const nameOf = useNameIn();
  const confirm = usePasswordIfAsked({
    title: t("extras.confirm"),
    action: t("common:save"),
    text: t("extras.confirmText"),
  });
  const columns = useColumns(setWritten);
  const changed = written === "new" ? null : written;
  const latest = query.data?.items.find(({ sku }) => sku === changed?.sku) ?? changed;
  const form = written !== null && (
    <ExtraForm
      key={changed?.sku}
      extra={changed}
      latest={latest}
      currency={query.data?.currency ?? ""}
      save={(body) =>
        confirm.ask(async (password) => {
          const { error } = latest
            ? await call(changeExtra, {
                params: { sku: latest.sku },
                body: {
                  ...body,
                  revision: latest.revision,
                  ...(password !== undefined && { password }),
                },
                silent: true,
              })
            : await call(addExtra, { body });
          await refreshSaved(error, [listStudioExtras, getCatalogue]);
          if (error) return error;
          setWritten(null);
          report({ text: t("names.saved", { name: nameOf(body) }) });
          return null;
        })
      }
      onClose={() => setWritten(null)}
    />
  );
  return (
    <>
      <NamesPart
        part="extras"
        query={query}
        columns={columns}
        keyOf={({ sku }) => sku}
        form={form || null}
        reported={reported}
        onAdd={() => setWritten("new")}
      />
      {confirm.dialog}
    </>
  );
}
