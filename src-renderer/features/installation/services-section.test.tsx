import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkPayments, testMail } from "#shared/api/services.ts";
import { endSessionHere } from "#renderer/session/session-end.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { ServicesSection } from "./services-section.tsx";

beforeEach(() => {
  signIn({ token: "t", user: { ...ada, roles: ["ROLE_ADMIN"] } });
  answer(checkPayments, {
    data: {
      provider: "none",
      testMode: false,
      findings: [{ isGood: false, text: "Set STRIPE_SECRET_KEY." }],
    },
  });
});
afterEach(endSessionHere);

const send = () => screen.getByRole("button", { name: "Send a test e-mail to me" });

it("tests the mail server once however often the button is pressed, and says what it said", async () => {
  const user = renderPage(<ServicesSection />);
  screen.getByText("The test goes to ada@example.com.");
  const { promise, resolve } = Promise.withResolvers<{ data: unknown }>();
  answer(testMail, promise);
  await user.click(send());
  expect(send().getAttribute("aria-busy")).toBe("true");
  await user.click(send());
  expect(sentTo(testMail)).toHaveLength(1);
  resolve({ data: { outcome: "sent", text: "The server took it." } });
  await screen.findByText("The server took it.");
  expect(screen.queryByRole("alert")).toBeNull();

  answer(testMail, { data: { outcome: "sender", text: "It refuses the sender." } });
  await user.click(send());
  expect((await screen.findByRole("alert")).textContent).toBe("It refuses the sender.");
  expect(screen.queryByText("The server took it.")).toBeNull();
});

it("says how long to wait after too many tests", async () => {
  const user = renderPage(<ServicesSection />);
  const refused = { kind: "rejected", message: "", code: "too-many-requests" } as const;
  answer(testMail, { error: { ...refused, retryAfter: 700 } });
  await user.click(send());
  expect((await screen.findByRole("alert")).textContent).toContain("in 12 minutes");
});

it("tells who takes payments and what has to be done, and checks again", async () => {
  const user = renderPage(<ServicesSection />);
  await screen.findByText("No payment provider is set up: checkout is blocked.");
  const finding = (text: string) => screen.getByText(text).closest("li")?.textContent;
  expect(finding("Set STRIPE_SECRET_KEY.")).toBe("To do: Set STRIPE_SECRET_KEY.");
  const findings = [{ isGood: true, text: "The key works." }];
  const again = () => user.click(screen.getByRole("button", { name: "Check again" }));
  answer(checkPayments, { data: { provider: "stripe", testMode: false, findings } });
  await again();
  await screen.findByText("Stripe takes the payments.");
  expect(finding("The key works.")).toBe("In order: The key works.");
  expect(screen.getByRole("status").textContent).toBe("Checked again: everything is in order.");

  const broken = [...findings, { isGood: false, text: "The webhook is off." }];
  answer(checkPayments, { data: { provider: "stripe", testMode: false, findings: broken } });
  await again();
  await screen.findByText("Checked again. Left to do: 1.");

  answer(checkPayments, { error: { kind: "offline", message: "" } });
  await again();
  expect((await screen.findByRole("alert")).textContent).toMatch(/connection/);
  expect(screen.queryByText(/^Checked again/)).toBeNull();
});

it("says that test keys keep the step of the payments open, though all else is in order", async () => {
  const findings = [{ isGood: true, text: "The key works." }];
  answer(checkPayments, { data: { provider: "stripe", testMode: true, findings } });
  const user = renderPage(<ServicesSection />);
  const text = await screen.findByText(/^Test keys of Stripe are in use/);
  expect(text.closest("li")?.textContent).toMatch(/^To do: .*That is why the step “Payments”/);
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("Checked again. Left to do: 1.");
});
