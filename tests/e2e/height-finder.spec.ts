import { expect, test } from "../fixtures/portal.ts";

test("the height finder shows the class, and accepts a decimal comma @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await portal.open("/dashboard");
  const form = page.getByRole("form", { name: "Which height class does your dog run in?" });
  const find = async (height: string) => {
    await form.getByRole("textbox").fill(height);
    await form.getByRole("button", { name: "Find the class" }).click();
  };
  for (const [height, told] of [
    ["30.04", "Extra small"],
    ["30,05", "Small"],
    ["43", "Medium"],
    ["43.1", "Intermediate"],
    ["71", "Large"],
  ] as const) {
    await find(height);
    await expect(form.getByRole("status")).toContainText(`: ${told} `);
  }
  for (const height of ["0", "-3"]) {
    await find(height);
    await expect(form.getByText("The height must be more than 0 cm")).toBeVisible();
  }
  await find("tall");
  await expect(form.getByText("Enter the height as a number, such as 34.5")).toBeVisible();
  await find("");
  await expect(form.getByText("Field is required")).toBeVisible();
});
