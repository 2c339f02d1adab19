import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ErrorCode } from "#shared/api/errors.ts";
import { minuteMs } from "#shared/durations.ts";

const price = (amount: number) => ({ amount, currency: "EUR" });

export const catalogue = {
  plans: [{ sku: "membership-yearly", period: "yearly", name: "Yearly", price: price(9000) }],
  extras: [],
  yearlySaving: price(1800),
  paymentsAvailable: true,
  testMode: true,
  termsVersion: "2026-11",
};

/** Returns a sign-up whose mail was sent the given number of ms ago. */
export const signUp = (age = 0) => ({
  id: "an-id-of-twenty-characters",
  email: "kim@example.com",
  expiresAt: new Date(Date.now() - age + 30 * minuteMs).toISOString(),
  resendAt: new Date(Date.now() - age + 30_000).toISOString(),
  plan: null,
});

/** The answer to the right code. */
export const session = {
  token: "fresh",
  user: { roles: [], subscriptionOwned: false, subscriptionPending: false, name: "Kim" },
  plan: null,
};

export const refused = (code: ErrorCode, status = 422) =>
  ({ error: { kind: "rejected", message: "", status, code } }) as const;

export const textbox = (name: string | RegExp) => screen.getByRole("textbox", { name });
export const submit = () => screen.getByRole("button", { name: "Create my account" });
export const code = () => screen.findByRole("textbox", { name: "Six-digit code" });

export async function fill(user: UserEvent, repeat = "a long password"): Promise<void> {
  for (const [field, text] of [
    [textbox("Name"), "Kim"],
    [textbox("E-mail address"), "kim@example.com"],
    [screen.getByLabelText("Password"), "a long password"],
    [screen.getByLabelText("Repeat password"), repeat],
  ] as const) {
    await user.click(field);
    await user.paste(text); // at once: each key that is typed renders the page
  }
  await user.click(screen.getByRole("checkbox", { name: /I accept/ }));
}

/** Fills in and submits the form, and waits for the field for the code. */
export async function askForCode(user: UserEvent): Promise<HTMLElement> {
  await fill(user);
  await user.click(submit());
  return code();
}
