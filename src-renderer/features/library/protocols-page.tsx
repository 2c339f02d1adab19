import { ListPage } from "./list-page.tsx";

/** /protocols */
export default function ProtocolsPage() {
  return <ListPage kind="protocols" />;
}
