import { setPasswordCost } from "./password-cost.ts";

setPasswordCost("least");
