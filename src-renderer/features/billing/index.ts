export { BuyerDetailsForm, useBuyerDetails } from "./buyer-details.tsx";
export { PastDueSkeleton } from "./membership/past-due-skeleton.tsx";
export { isReceiptAddress } from "./membership/receipt-address.ts";
export { NotSetUpNote } from "./plans/payment-notes.tsx";
export { planOf } from "./plans/plan-facts.tsx";
export { PlanPanels, PlanPanelsSkeleton } from "./plans/plan-panels.tsx";
