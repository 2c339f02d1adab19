import { expect, test, type Portal } from "../fixtures/portal.ts";

const blocked =
  "Checkout is temporary blocked due to technical issues. Please try again in few minutes.";
const workbook = "Course-walking workbook";

/** The answer of a proxy in front of an API that is down. */
const proxyAnswer = {
  status: 503,
  body: "<!doctype html><html><head><title>503</title></head><body>Service Unavailable</body></html>",
};

/**
 * Makes a path fail until the returned function is called. The health check fails for longer, or the page might
 * recover by itself before a spec has clicked "Try again".
 */
function failUntilRetry(portal: Portal, path: string): () => void {
  let isDown = true;
  portal.faults.add({ path, ...proxyAnswer, when: () => isDown });
  portal.faults.add({ path: "/api/health", ...proxyAnswer });
  return () => void (isDown = false);
}

async function fillCart(portal: Portal): Promise<void> {
  await portal.open("/memberships");
  await portal.page.getByRole("button", { name: `Add to cart: ${workbook}` }).click();
  await expect(portal.page.getByRole("link", { name: /^Cart/ })).toBeVisible();
}

async function expectCartKept(portal: Portal): Promise<void> {
  await expect(portal.page.getByRole("listitem").getByText(workbook)).toBeVisible();
  await expect.poll(() => portal.stored.get("purchase-items")).toContain('"quantity":1');
}

test("a proxy's 503 for the price of a cart or the payment: the specified message, the cart is kept, and a retry goes on @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await test.step("the price, once it is over, and the discount code", async () => {
    await fillCart(portal);
    const recover = failUntilRetry(portal, "/api/quote");
    await portal.open("/checkout");
    await expect(page.getByRole("main").getByText(blocked)).toBeVisible();
    await expectCartKept(portal);
    recover();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("€12").first()).toBeVisible();
    await expect(page.getByRole("main").getByText(blocked)).toHaveCount(0);

    portal.faults.add({ path: "/api/quote", ...proxyAnswer });
    await page.getByRole("button", { name: "I have a discount code" }).click();
    await page.getByRole("textbox", { name: "Discount code" }).fill("WELCOME10");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("main").getByText(blocked)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Discount code" })).toHaveValue("WELCOME10");
  });
  await test.step("the payment", async () => {
    portal.faults.clear();
    await portal.open("/checkout");
    portal.faults.add({ path: "/api/checkout", method: "POST", ...proxyAnswer });
    await page.getByRole("button", { name: /^Pay €12/ }).click();
    await expect(page.getByRole("main").getByText(blocked)).toBeVisible();
    await expectCartKept(portal);
    portal.faults.clear();
    await page.getByRole("button", { name: /^Pay €12/ }).click();
    await expect(
      (await portal.paymentPage()).getByRole("heading", { name: "Pay €12" }),
    ).toBeVisible();
  });
});
