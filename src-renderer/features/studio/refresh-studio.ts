import { getContent, getPreview, getShowcase, listContent } from "#shared/api/library.ts";
import { listUnpublished } from "#shared/api/review.ts";
import { countStudio, listRevisions, listStudio } from "#shared/api/studio.ts";
import { refresh } from "#renderer/api-client/query.ts";

const changed = [
  listStudio,
  countStudio,
  listRevisions,
  listUnpublished,
  getContent,
  getPreview,
  getShowcase,
  listContent,
];

/** Has everything loaded again that a publication, a withdrawal or a deletion changes. */
export const refreshStudio = (): void => changed.forEach((endpoint) => void refresh(endpoint));
