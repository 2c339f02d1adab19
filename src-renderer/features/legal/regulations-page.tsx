import { LegalPage } from "./legal-page.tsx";

/** /regulations */
export default function RegulationsPage() {
  return <LegalPage document="regulations" />;
}
