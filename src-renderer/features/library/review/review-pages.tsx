import { useParams } from "react-router-dom";
import { contentKinds } from "#shared/content-kinds.ts";
import { NothingToReview, ReviewEntry } from "./review-entry.tsx";
import { ReviewList } from "./review-list.tsx";

/** /review and /review/{kind}/{id}: drafts and scheduled entries, for reviewers and admins only. */
export default function ReviewPages() {
  const { kind: named, id: slug } = useParams();
  if (named === undefined || slug === undefined) return <ReviewList />;
  const kind = contentKinds.find((known) => known === named);
  if (!kind) return <NothingToReview />;
  return <ReviewEntry key={`${kind}/${slug}`} kind={kind} slug={slug} />;
}
