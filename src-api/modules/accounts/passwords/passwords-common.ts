import { passwordLength } from "../../../../src-shared/api/fields.ts";
import { ApiError } from "../../../infra/api-error.ts";

/** How many are refused, of those that the length rule allows (ASVS 5.0, V6.2.4). */
const refused = 3_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Loaded with the first password that is chosen: the list is large and most processes need none. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const inOrder = dictionary["passwords-common"].filter(
    ({ length }) => length >= passwordLength.min,
  );
  return new Set(inOrder.slice(0, refused).map((password) => password.toLowerCase()));
}

/** Whether a password, in whatever case, is one of the commonest. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.normalize("NFC").toLowerCase());
}

/** Throws the `validation` error of that form field when the password is one of the commonest. */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new ApiError("validation", { fields: { [field]: "forms:passwordCommon" } });
  }
}
