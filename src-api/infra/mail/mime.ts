import type { Brand } from "#shared/brand.ts";
import { htmlPart, textPart } from "./html-part.ts";
import type { Mail } from "./mail.ts";

/** Headers by which mail programs unsubscribe at one click, by a POST to the address (RFC 8058). */
const unsubscribeHeaders = ({ url }: NonNullable<Mail["unsubscribe"]>) => ({
  "List-Unsubscribe": { prepared: true, foldLines: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Returns a mail in the format of nodemailer: sent by the brand, with a text and an HTML part, and files. */
export const mimeOf = (mail: Mail, brand: Brand) => ({
  from: { name: brand.name, address: brand.contactEmail },
  to: { name: "", address: mail.to },
  ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
  ...(mail.unsubscribe && { headers: unsubscribeHeaders(mail.unsubscribe) }),
  subject: mail.subject,
  text: textPart(mail, brand),
  html: htmlPart(mail, brand),
  attachments: (mail.attachments ?? []).map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  })),
});
