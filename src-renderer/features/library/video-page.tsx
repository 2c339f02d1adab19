import { EntryPage } from "./entry-page.tsx";
import { VideoView } from "./video/video-view.tsx";

/** /videos/{id} */
export default function VideoPage() {
  return <EntryPage kind="videos" view={VideoView} cover={false} />;
}
