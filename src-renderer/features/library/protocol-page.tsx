import { EntryPage } from "./entry-page.tsx";
import { ProtocolView } from "./protocol/protocol-view.tsx";

/** /protocols/{id} */
export default function ProtocolPage() {
  return <EntryPage kind="protocols" view={ProtocolView} />;
}
