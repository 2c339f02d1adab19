import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { proveFactor } from "#shared/api/second-factor.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { PasswordDialog } from "./password-dialog.tsx";

const rejected = { kind: "rejected", status: 403 } as const;
const onPassword = vi.fn<(password: string) => Promise<{ kind: string; code?: string } | null>>();

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Make an address</button>
      <PasswordDialog
        open={isOpen}
        title="Make a secret address"
        action="Make it"
        onPassword={async (password) => {
          const failure = await onPassword(password);
          if (!failure) setOpen(false);
          return failure;
        }}
        onClose={() => setOpen(false)}
      >
        <p>Why</p>
      </PasswordDialog>
    </>
  );
}

async function open() {
  const user = renderPage(<Opener />);
  await user.click(screen.getByRole("button", { name: "Make an address" }));
  const dialog = within(await screen.findByRole("dialog"));
  const submit = () => user.click(dialog.getByRole("button", { name: "Make it" }));
  return { user, dialog, submit, password: dialog.getByLabelText("Current password") };
}

beforeEach(() => {
  onPassword.mockReset().mockResolvedValue(null);
  answer(proveFactor, { data: { token: "proven" } });
  signIn({ token: "mine", user: ada });
});

it("says in the field that a password is wrong, and leaves what was typed", async () => {
  const message = "That is not your password.";
  onPassword.mockResolvedValueOnce({
    ...rejected,
    code: "wrong-password",
    fields: { password: message },
  } as Awaited<ReturnType<typeof onPassword>>);
  const { user, dialog, password, submit } = await open();
  expect(dialog.queryByLabelText(/code/i)).toBeNull();
  await user.type(password, "a guess");
  await submit();
  await dialog.findByText(message);
  expect(password).toHaveProperty("value", "a guess");
  expect(password.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(password));
  await user.type(password, " more");
  await submit();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(onPassword.mock.calls).toEqual([["a guess"], ["a guess more"]]);
});

it("forgets the password when it is cancelled", async () => {
  const { user, dialog, password } = await open();
  await user.type(password, "a guess");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Make an address" }));
  expect(await screen.findByLabelText("Current password")).toHaveProperty("value", "");
  expect(onPassword).not.toHaveBeenCalled();
});

it("asks for the second factor where it is needed, and proves it first", async () => {
  onPassword.mockResolvedValueOnce({ ...rejected, code: "factor-needed" });
  const { user, dialog, password, submit } = await open();
  await user.type(password, "the right one");
  await submit();
  const code = await dialog.findByLabelText(/^Code/);
  await waitFor(() => expect(document.activeElement).toBe(code));
  await user.type(code, "123 456");
  await submit();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentTo(proveFactor).map(({ input }) => input.body)).toEqual([{ code: "123 456" }]);
  expect(onPassword).toHaveBeenCalledTimes(2);
});

it("asks admins who lack their second factor for the enrolment code at once", async () => {
  signIn({ token: "mine", user: { ...ada, roles: ["ROLE_USER"], lacksAdminFactor: true } });
  const { user, dialog, password, submit } = await open();
  await user.type(password, "the right one");
  await user.type(dialog.getByLabelText("Enrolment code"), "abcd efgh");
  await submit();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentTo(proveFactor)).toHaveLength(1);
  expect(onPassword).toHaveBeenCalledTimes(1);
});

it("lets admins leave it empty who entered a code just before", async () => {
  signIn({ token: "mine", user: { ...ada, roles: ["ROLE_USER"], lacksAdminFactor: true } });
  const { user, password, submit } = await open();
  await user.type(password, "the right one");
  await submit();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentTo(proveFactor)).toEqual([]);
});
