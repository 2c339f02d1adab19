/** In the history of /reset-password/{token}: a change of address was undone just now. */
export const addressRestored = "address-restored";
