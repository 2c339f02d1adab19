import { expect, test } from "../fixtures/portal.ts";

const article = "/articles/contact-behaviours";

test("a judge's note is visible to members once an admin has approved it @exhaustive", async ({
  portal,
  page,
}) => {
  const text = `Keep the line ${Date.now()}.`;
  const judge = await portal.createUser({ kind: "judge" });
  const notes = page.getByRole("region", { name: "Judges’ notes" });
  const goToNotes = async () => {
    await portal.open(article);
    await page.getByRole("heading", { name: /more/i }).last().scrollIntoViewIfNeeded();
  };
  await portal.signIn(judge);
  await goToNotes();
  await notes.getByRole("button", { name: "Write a note" }).click();
  await notes.getByRole("button", { name: "Send for approval" }).click();
  await expect(notes.getByText("Field is required")).toBeVisible();
  await notes.getByRole("textbox", { name: "Your note" }).fill(`${text}\n\nThen turn.`);
  await notes.getByRole("button", { name: "Send for approval" }).click();
  await expect(notes.getByText("Waiting for an admin to approve it.")).toBeVisible();

  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/review?tab=notes");
  const waiting = page.getByRole("region", { name: "Waiting" });
  const note = waiting.getByRole("article").filter({ hasText: text });
  await note.getByRole("button", { name: `Approve the note by ${judge.name}` }).click();
  await expect(page.getByText("Approved. Readers see the note now.")).toBeVisible();
  await expect(note).toHaveCount(0);

  await portal.signIn(await portal.createUser({ kind: "member" }));
  await goToNotes();
  await expect(notes.getByText(text)).toBeVisible();
  await expect(notes.getByText(`${judge.name}, judge`)).toBeVisible();

  await portal.signIn(judge);
  await goToNotes();
  await notes.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(notes.getByText(text)).toHaveCount(0);
});
