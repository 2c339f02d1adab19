export { isAccountTab } from "./account-address.ts";
export { MembershipLine } from "./membership-line.tsx";
export { factorCodeName, useFactorProof } from "./second-factor/use-factor-proof.tsx";
