export { isAccountTab } from "./account-address.ts";
export { MembershipLine } from "./membership-line.tsx";
export { PasswordDialog, usePasswordIfAsked } from "./password-dialog.tsx";
export { factorCodeName, useFactorProof } from "./second-factor/use-factor-proof.tsx";
