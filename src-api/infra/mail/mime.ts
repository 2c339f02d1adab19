import type { Brand } from "../../../src-shared/brand.ts";
import { htmlPart, textPart } from "./html-part.ts";
import type { Mail } from "./mail.ts";

/** Returns a mail in the format of nodemailer: sent by the brand, with a text and an HTML part, and files. */
export const mimeOf = (mail: Mail, brand: Brand) => ({
  from: { name: brand.name, address: brand.contactEmail },
  to: { name: "", address: mail.to },
  ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
  subject: mail.subject,
  text: textPart(mail, brand),
  html: htmlPart(mail, brand),
  attachments: (mail.attachments ?? []).map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  })),
});
