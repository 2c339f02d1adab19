import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  addExtra,
  changeExtra,
  listStudioExtras,
  uploadExtraFile,
  type StudioExtra,
} from "#shared/api/extras.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ExtrasPart } from "./extras-part.tsx";

const workbook: StudioExtra = {
  sku: "workbook",
  revision: 1,
  origin: "brand",
  nameEn: "Workbook",
  namePl: "Zeszyt",
  summaryEn: "Six courses.",
  summaryPl: "",
  deliveryEn: "A PDF.",
  deliveryPl: "",
  motif: "paw",
  deliveredAs: "file",
  fileEn: { name: "workbook.pdf", stored: "" },
  filePl: null,
  onSale: true,
  price: { amount: 1250, currency: "EUR" },
  taxPercent: 23,
  taxPercents: [],
};
const stored = `${"a".repeat(64)}.pdf`;
const choosePdf = () =>
  screen.getByRole("group", { name: "PDF in English" }).querySelector("input");

beforeEach(() => {
  resetApi();
  queryClient.clear();
  answer(listStudioExtras, {
    data: {
      currency: "EUR",
      items: [
        workbook,
        {
          ...workbook,
          sku: "b",
          nameEn: "Class",
          deliveredAs: "place",
          onSale: false,
          origin: "portal",
        },
      ],
    },
  });
});

it("the list tells of each extra its price, delivery, whether it is on sale, and where it comes from", async () => {
  renderPage(<ExtrasPart />);
  const [, first, second] = await screen.findAllByRole("row");
  for (const text of ["Workbook", "€12.50", "PDF to download", "On sale", "catalogue.json"]) {
    expect(first?.textContent).toContain(text);
  }
  for (const text of ["Class", "Place at a class", "Not on sale", "Studio"]) {
    expect(second?.textContent).toContain(text);
  }
});

it("an extra is changed with what was typed, and stays in the form after a failure", async () => {
  const user = renderPage(<ExtrasPart />);
  await user.click(await screen.findByRole("button", { name: "Change Workbook" }));
  screen.getByText(/comes from catalogue.json/);
  const price = screen.getByLabelText("Price in EUR");
  expect(price).toHaveProperty("value", "12.50");
  await user.clear(price);
  await user.type(price, "free");
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  await save();
  await screen.findByText("An amount above zero, such as 9 or 9.50, please");
  expect(sentTo(changeExtra)).toHaveLength(0);
  await user.clear(price);
  await user.type(price, "13,5");
  await user.click(screen.getByRole("checkbox", { name: "On sale" }));
  await save();
  await screen.findByRole("alert");
  expect(price).toHaveProperty("value", "13,5");
  answer(changeExtra, { data: workbook });
  await save();
  await screen.findByText("Workbook was saved.");
  expect(sentTo(changeExtra).at(-1)?.input).toMatchObject({
    params: { sku: "workbook" },
    body: { price: "13.5", taxPercent: "23", onSale: false, fileEn: workbook.fileEn },
  });
});

it("an extra whose drawing is not offered keeps it until another one is chosen", async () => {
  const whole = brand;
  setBrand({ ...whole, partsOff: ["dogs"] });
  answer(listStudioExtras, {
    data: { currency: "EUR", items: [{ ...workbook, motif: "over-jump" }] },
  });
  answer(changeExtra, { data: workbook });
  const user = renderPage(<ExtrasPart />);
  const save = async (change: () => Promise<void>) => {
    await user.click(await screen.findByRole("button", { name: "Change Workbook" }));
    await change();
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    return sentTo(changeExtra).at(-1)?.input.body;
  };
  const choice = () => screen.getByRole("combobox", { name: "Drawing" });
  expect(
    await save(async () => expect(choice()).toHaveProperty("value", "mountains")),
  ).toMatchObject({ motif: "over-jump" });
  expect(await save(() => user.selectOptions(choice(), "Desk lamp"))).toMatchObject({
    motif: "lamp",
  });
  setBrand(whole);
});

it("what somebody else saved meanwhile is compared with what was typed, and replaced when it is saved again", async () => {
  const user = renderPage(<ExtrasPart />);
  await user.click(await screen.findByRole("button", { name: "Change Workbook" }));
  const form = within(screen.getByRole("form"));
  await user.type(form.getByLabelText("Summary in English"), " Mine.");
  answer(changeExtra, {
    error: { kind: "rejected", message: "", status: 409, code: "conflict" },
  });
  const theirs = {
    ...workbook,
    revision: 2,
    onSale: false,
    summaryEn: "Theirs",
    fileEn: { name: "workbook.pdf", stored },
  };
  answer(listStudioExtras, { data: { currency: "EUR", items: [theirs] } });
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/^Somebody else has saved another version/);
  const compared = form.getAllByRole("group").map(({ textContent }) => textContent);
  expect(compared.slice(-2)).toEqual(["TheirsSix courses. Mine.", "NotOn on sale"]);
  answer(changeExtra, { data: { ...theirs, revision: 3 } });
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Workbook was saved.");
  expect(sentTo(changeExtra).map(({ input }) => input.body)).toMatchObject([
    { revision: 1, summaryEn: "Six courses. Mine.", onSale: true },
    { revision: 2, summaryEn: "Six courses. Mine.", onSale: true },
  ]);
});

it("a PDF is uploaded when it is chosen, what is wrong with it stands beside it, and saving waits for it", async () => {
  answer(addExtra, { data: workbook });
  const user = renderPage(<ExtrasPart />);
  await user.click(await screen.findByRole("button", { name: "Add extra" }));
  await user.type(screen.getByLabelText("Name in English"), "Winter plan");
  await user.type(screen.getByLabelText("Summary in English"), "Twelve weeks.");
  await user.type(screen.getByLabelText("How buyers get it, in English"), "As a PDF.");
  await user.type(screen.getByLabelText("Price in EUR"), "20");
  await user.type(screen.getByLabelText("Tax rate (%)"), "23");
  const file = new File(["no"], "Plan.pdf", { type: "application/pdf" });
  const choose = () => user.upload(choosePdf() ?? document.body, file);
  const fields = { pdf: "This is not a PDF." };
  answer(uploadExtraFile, { error: { kind: "rejected", message: "", code: "validation", fields } });
  await choose();
  await screen.findByText("This is not a PDF.");
  const { promise, resolve: arrive } = Promise.withResolvers<{ data: object }>();
  answer(uploadExtraFile, promise);
  await choose();
  await screen.findByText("Uploading…");
  await user.click(screen.getByRole("button", { name: "Save" }));
  arrive({ data: { name: "plan.pdf", stored } });
  await screen.findByText("plan.pdf");
  expect(sentTo(addExtra)).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Winter plan was saved.");
  expect(sentTo(addExtra)[0]?.input.body).toMatchObject({ fileEn: { name: "plan.pdf", stored } });
});

it("files are only asked for where a file is delivered", async () => {
  const user = renderPage(<ExtrasPart />);
  await user.click(await screen.findByRole("button", { name: "Change Class" }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText("Name in English")),
  );
  const form = within(screen.getByRole("form"));
  expect(form.queryByRole("group", { name: "PDF in English" })).toBeNull();
  await user.selectOptions(form.getByLabelText("Delivery"), "file");
  form.getByRole("group", { name: "PDF in English" });
});
