import { LegalPage } from "./legal-page.tsx";

/** /terms-and-conditions */
export default function TermsPage() {
  return <LegalPage document="terms" />;
}
