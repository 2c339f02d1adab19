import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures/portal.ts";

test("the purchases have a bought workbook to download, and the time of a consultation once the owner has set it @seam:files @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.signIn(user);
  const extras = { "course-walking-workbook": 1, "handling-consultation": 1, "show-day-class": 1 };
  const { receiptNumber } = await portal.purchases.buy(user, extras);
  expect((await portal.mails.latestTo(user.email)).text).toContain("you can download it now");
  await portal.open("/membership");
  await test.step("the time of a consultation and a cancelled place are shown", async () => {
    await expect(page.getByText(/The time is not set yet/)).toHaveCount(2);
    const year = new Date().getFullYear() + 1;
    const time = new Date(Date.UTC(year, 6, 1, 16));
    const { deliver } = portal.purchases;
    await deliver(receiptNumber, "handling-consultation", { step: "schedule", time });
    await deliver(receiptNumber, "show-day-class", { step: "cancel" });
    await portal.reload();
    await expect(page.getByText(`1 July ${year}`)).toBeVisible();
    await expect(page.getByText(/^Cancelled on/)).toBeVisible();
    const subjects = async () =>
      (await portal.mails.allTo(user.email)).map(({ subject }) => subject).join("\n");
    await expect.poll(subjects).toContain("Cancelled: Place at the autumn show-day class");
    expect(await subjects()).toMatch(/Online handling consultation: .*1 July/);
  });
  await test.step("the workbook is downloaded", async () => {
    const button = page.getByRole("button", { name: "Download the PDF: Course-walking workbook" });
    await expect(page.getByText("Ready to download")).toBeVisible();
    const [download] = await Promise.all([
      portal.build === "web" ? page.waitForEvent("download") : null,
      button.click(),
    ]);
    const fetched = () =>
      portal.requests("/api/purchases/").filter(({ path }) => path.endsWith(".pdf"));
    await expect.poll(() => fetched().length).toBe(1);
    await portal.expectPath("/membership");
    if (!download) return;
    expect(download.suggestedFilename()).toBe("course-walking-workbook.pdf");
    const sold = await readFile("resources/brand/extras/course-walking-workbook.pdf");
    expect(sold.equals(await readFile(await download.path()))).toBe(true);
  });
});
