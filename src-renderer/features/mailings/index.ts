export { MailingPart } from "./mailing-part.tsx";
