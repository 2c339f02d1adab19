import type { Brand } from "../../../src-shared/brand.ts";
import { htmlPart, textPart } from "./html-part.ts";
import type { Mail } from "./mail.ts";

/** A mail as nodemailer takes it: from the brand, with a text and an HTML part. */
export const mimeOf = (mail: Mail, brand: Brand) => ({
  from: { name: brand.name, address: brand.contactEmail },
  to: { name: "", address: mail.to },
  ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
  subject: mail.subject,
  text: textPart(mail, brand),
  html: htmlPart(mail, brand),
});
