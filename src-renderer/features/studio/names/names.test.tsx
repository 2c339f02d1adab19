import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { addAuthor, changeAuthor, listStudioAuthors } from "#shared/api/authors.ts";
import { addTag, deleteTag, listTags, renameTag } from "#shared/api/tags.ts";
import { brand } from "#renderer/platform/brand.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { AuthorsPart } from "./authors-part.tsx";
import { TagsPart } from "./tags-part.tsx";

const agility = { id: "agility", revision: 4, nameEn: "Agility", namePl: "Zwinność", uses: 4 };
const unused = { id: "unused", revision: 1, nameEn: "Unused", namePl: "", uses: 0 };
const marta = {
  slug: "marta",
  revision: 1,
  name: "Marta",
  credentialsEn: "A judge.",
  credentialsPl: "",
  bodyEn: "Text.",
  bodyPl: "",
  entries: 3,
};

beforeEach(() => {
  answer(listTags, { data: { items: [agility, unused] } });
  answer(listStudioAuthors, { data: { items: [marta] } });
});

it("a tag is renamed in its row, and what was typed stays after a failure", async () => {
  const user = renderPage(<TagsPart />);
  await user.click(await screen.findByRole("button", { name: "Change Agility" }));
  const form = within(screen.getByRole("form", { name: "Change Agility" }));
  const name = form.getByLabelText("Name in English");
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.clear(name);
  await user.type(name, "Agility and more");
  answer(renameTag, { error: { kind: "offline", message: "" } });
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByRole("alert");
  expect(name).toHaveProperty("value", "Agility and more");
  answer(renameTag, { data: agility });
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Agility and more was saved.");
  expect(sentTo(renameTag).at(-1)?.input).toMatchObject({
    params: { id: "agility" },
    body: { nameEn: "Agility and more", namePl: "Zwinność" },
  });
});

it("in a portal with Polish alone, a tag needs its Polish name, and keeps its English one", async () => {
  const { languages } = brand;
  brand.languages = ["pl"];
  try {
    const user = renderPage(<TagsPart />);
    await user.click(await screen.findByRole("button", { name: "Change Zwinność" }));
    const form = within(screen.getByRole("form", { name: "Change Zwinność" }));
    expect(form.queryByLabelText("Name in English")).toBeNull();
    await user.clear(form.getByLabelText("Name in Polish"));
    await user.click(form.getByRole("button", { name: "Save" }));
    await form.findByText("Field is required");
    await user.type(form.getByLabelText("Name in Polish"), "Agility po polsku");
    answer(renameTag, { data: agility });
    await user.click(form.getByRole("button", { name: "Save" }));
    await screen.findByText("Agility po polsku was saved.");
    expect(sentTo(renameTag).at(-1)?.input).toMatchObject({
      body: { nameEn: "Agility", namePl: "Agility po polsku" },
    });
  } finally {
    brand.languages = languages;
  }
});

it("a name that somebody else changed meanwhile is shown beside what was typed, and can be taken", async () => {
  const user = renderPage(<TagsPart />);
  await user.click(await screen.findByRole("button", { name: "Change Agility" }));
  const form = within(screen.getByRole("form", { name: "Change Agility" }));
  const name = form.getByLabelText("Name in English");
  await user.type(name, " for all");
  answer(renameTag, { error: { kind: "rejected", message: "", status: 409, code: "conflict" } });
  answer(listTags, { data: { items: [{ ...agility, revision: 5, nameEn: "Agility sport" }] } });
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByText("Not saved: somebody saved another version.");
  expect(name).toHaveProperty("value", "Agility for all");
  expect(form.getByRole("group").textContent).toBe("Agility sportfor all");
  await user.click(form.getByRole("button", { name: "Take theirs" }));
  expect(document.activeElement).toBe(name);
  expect(name).toHaveProperty("value", "Agility sport");
  expect(form.queryByRole("group")).toBeNull();
  answer(renameTag, { data: agility });
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Agility sport was saved.");
  expect(sentTo(renameTag).at(-1)?.input.body).toMatchObject({ revision: 5 });
});

it("only a tag that no entry has can be deleted, after asking", async () => {
  answer(deleteTag, { data: "" });
  const user = renderPage(<TagsPart />);
  await user.click(await screen.findByRole("button", { name: "Delete Unused" }));
  expect(screen.queryByRole("button", { name: "Delete Agility" })).toBeNull();
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("Unused was deleted.");
});

it("a Polish name that is too long is refused in words", async () => {
  const user = renderPage(<TagsPart />);
  await user.click(await screen.findByRole("button", { name: "Add tag" }));
  await user.type(screen.getByLabelText("Name in English"), "Agility");
  await user.click(screen.getByLabelText("Name in Polish"));
  await user.paste("a".repeat(41));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This text is too long");
});

it("a tag whose name is taken says so beside the form", async () => {
  const error = { kind: "rejected", message: "", status: 409, code: "slug-taken" } as const;
  answer(addTag, { error });
  const user = renderPage(<TagsPart />);
  await user.click(await screen.findByRole("button", { name: "Add tag" }));
  await user.type(screen.getByLabelText("Name in English"), "Agility");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("There is already one with this name.");
});

it("an author is changed in a form with all fields, and added in an empty one", async () => {
  answer(changeAuthor, { data: marta });
  answer(addAuthor, { data: marta });
  const user = renderPage(<AuthorsPart />);
  await user.click(await screen.findByRole("button", { name: "Change Marta" }));
  await user.type(screen.getByLabelText("About the author, in English"), " More.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Marta was saved.");
  expect(sentTo(changeAuthor)[0]?.input.body).toMatchObject({
    name: "Marta",
    bodyEn: "Text. More.",
  });
  await user.click(screen.getByRole("button", { name: "Add author" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findAllByText("Field is required")).toHaveLength(3);
  expect(sentTo(addAuthor)).toHaveLength(0);
});
