import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { subscribe } from "#shared/api/readers.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";

const field = () => screen.getByRole("textbox", { name: "Your e-mail address" });
const submit = () => screen.getByRole("button", { name: "Get e-mails" });

it("keeps the address when it is refused, and says where the link was sent once it is not", async () => {
  const user = renderPage(<SubscribeForm />);
  const refused = { kind: "rejected", message: "", code: "too-many-requests" } as const;
  answer(subscribe, { error: refused });
  await user.type(field(), "kim@example.com");
  await user.click(submit());
  await screen.findByText(/Please wait a few minutes/);
  expect(field()).toHaveProperty("value", "kim@example.com");

  answer(subscribe, { data: null });
  await user.click(submit());
  await screen.findByText(/We sent a link to kim@example.com/);
  expect(field()).toHaveProperty("value", "");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(sentTo(subscribe)[1]?.input.body).toEqual({ email: "kim@example.com", language: "en" });
});
