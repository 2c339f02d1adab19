import { LegalPage } from "./legal-page.tsx";

/** /privacy-policy */
export default function PrivacyPage() {
  return <LegalPage document="privacy" />;
}
