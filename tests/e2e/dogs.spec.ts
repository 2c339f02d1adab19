import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const dogNamed = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test("a dog is added in Polish, measured again into the next class, and deleted after a question @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await portal.open("/dashboard?lang=pl");
  await page.getByRole("link", { name: "Psy", exact: true }).click();
  await expect.poll(() => portal.path()).toContain("tab=dogs");
  await page.getByRole("button", { name: "Dodaj psa" }).click();

  const add = page.getByRole("form", { name: "Dodaj psa" });
  await expect(add.getByLabel("Imię")).toBeFocused();
  await add.getByLabel("Wysokość w kłębie w cm").fill("wysoka");
  await add.getByLabel("Waga w kg").fill("0,2");
  await add.getByLabel("Data urodzenia").fill("2999-01-01");
  await add.getByRole("button", { name: "Dodaj tego psa" }).click();
  await expect(add.getByText("To pole jest wymagane")).toBeVisible();
  await expect(add.getByText("Podaj liczbę, na przykład 34,5")).toBeVisible();
  await expect(add.getByText("Podaj od 0,5 do 120 kg")).toBeVisible();

  await add.getByLabel("Imię").fill("Luna");
  await add.getByLabel("Wysokość w kłębie w cm").fill("34,96");
  await add.getByLabel("Waga w kg").fill("8,4");
  await add.getByRole("button", { name: "Dodaj tego psa" }).click();
  await expect(add.getByText("Ta data jest w przyszłości")).toBeVisible();
  await add.getByLabel("Data urodzenia").fill("2020-05-01");
  await add.getByRole("button", { name: "Dodaj tego psa" }).click();

  const luna = dogNamed(page, "Luna");
  await expect(luna.getByText("Small, 35 cm")).toBeVisible();
  await expect(luna.getByText("8,4 kg")).toBeVisible();
  await expect(luna.getByRole("heading", { name: "Luna" })).toBeFocused();

  await luna.getByRole("button", { name: "Zmierz ponownie: Luna" }).click();
  const measure = luna.getByRole("form", { name: "Zmierz ponownie: Luna" });
  await measure.getByLabel("Wysokość w kłębie w cm").fill("120");
  await measure.getByRole("button", { name: "Zapisz" }).click();
  await expect(measure.getByText("Podaj od 10 do 110 cm")).toBeVisible();
  await measure.getByLabel("Wysokość w kłębie w cm").fill("35,1");
  await measure.getByRole("button", { name: "Zapisz" }).click();
  await expect(luna.getByText("Medium, 35,1 cm")).toBeVisible();
  await expect(page.getByText("Klasa wzrostowa: Medium.")).toBeVisible();
  await expect(luna.getByRole("button", { name: "Zmierz ponownie: Luna" })).toBeFocused();
  await expect(luna.getByRole("row")).toHaveCount(3); // with the hidden head
  expect(await violations(page)).toEqual([]);

  await luna.getByRole("button", { name: /^Usuń: 35,1 cm/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usuń" }).click();
  await expect(luna.getByText("Small, 35 cm")).toBeVisible();
  await expect(luna.getByRole("heading")).toBeFocused();

  await luna.getByRole("button", { name: "Usuń: Luna" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Luna: znikną też pomiar")).toBeVisible();
  await dialog.getByRole("button", { name: "Anuluj" }).click();
  await expect(luna).toBeVisible();
  await luna.getByRole("button", { name: "Usuń: Luna" }).click();
  await dialog.getByRole("button", { name: "Usuń psa" }).click();
  await expect(page.getByRole("heading", { name: "Kto z Tobą trenuje?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Dodaj psa" })).toBeFocused();
});
