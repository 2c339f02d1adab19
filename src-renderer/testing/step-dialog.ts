import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Lets dialogs open, which jsdom does not show. */
export function stubShowModal(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
}

/** Opens the menu of a button, and chooses one of its items. */
export async function chooseInMenu(user: UserEvent, button: string, name: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: button }));
  await user.click(await screen.findByRole("menuitem", { name }));
}
