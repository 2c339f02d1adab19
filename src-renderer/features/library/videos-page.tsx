import { ListPage } from "./list-page.tsx";

/** /videos */
export default function VideosPage() {
  return <ListPage kind="videos" />;
}
