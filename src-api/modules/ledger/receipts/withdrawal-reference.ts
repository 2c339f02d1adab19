import { randomBytes } from "node:crypto";

/** Groups the 16 hexadecimal digits of a reference: "7F3A-92C1-0B4E-55D0". */
export const groupReference = (digits: string): string =>
  digits.toUpperCase().replaceAll(/(.{4})(?!$)/g, "$1-");

/** Returns a new withdrawal reference: 64 random bits, which nobody can guess in any number of tries. */
export const newReference = (): string => groupReference(randomBytes(8).toString("hex"));
